"""Recognises hand-written digits, as an example in the documentation of scikit-learn does; prints one line of JSON."""
import argparse
import json

import sklearn
from sklearn import datasets, metrics, model_selection, svm

options = argparse.ArgumentParser()
options.add_argument("--gamma", type=float, required=True)
options.add_argument("--seed", type=int, help="shuffles before the data are halved; else the first half trains")
options = options.parse_args()

digits = datasets.load_digits()
shuffling = {"shuffle": False} if options.seed is None else {"random_state": options.seed}
train_x, test_x, train_y, test_y = model_selection.train_test_split(digits.data, digits.target, test_size=0.5, **shuffling)
predicted = svm.SVC(gamma=options.gamma).fit(train_x, train_y).predict(test_x)
report = metrics.classification_report(test_y, predicted, output_dict=True)
print(json.dumps({"report": report, "versions": {"scikit-learn": sklearn.__version__}}))
