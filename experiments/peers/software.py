"""One BLAS thread for the script that imports this before NumPy, and in words what it runs on."""
import os

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[variable] = "1"  # read when NumPy is imported


def describe_software():
    import numpy
    import sklearn
    from threadpoolctl import threadpool_info

    blas = [f"{i['internal_api']} {i['version']} for {i['architecture']} ({i['num_threads']} thread)"
            for i in threadpool_info() if i["user_api"] == "blas"]
    return f"scikit-learn {sklearn.__version__}, NumPy {numpy.__version__}, {', '.join(blas)}"
