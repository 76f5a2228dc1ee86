#include "suite/results/table_words.hpp"

#include <array>

#include <doctest/doctest.h>

using preimage::suite::results::in_words;
using preimage::suite::results::learner_title;
using preimage::suite::results::shown_name;

TEST_CASE("a method or measure has one name, and one that nobody knows the words of its key") {
  CHECK(shown_name("jkse") == "JKSE");
  CHECK(shown_name("one_vs_rest_svm") == "1-vs-rest SVM");
  CHECK(shown_name("psnr_db") == "PSNR, dB");
  CHECK(shown_name("string_loss") == "string loss");
  CHECK(shown_name("kde_5_window_5") == "KDE 5 window 5");
  CHECK(shown_name("chain_svm") == "chain SVM");
  CHECK(shown_name("kdes_a__b") == "kdes a  b");
  CHECK(shown_name("") == "");
  CHECK(in_words("one_vs_rest_svm") == "one vs rest svm");
}

TEST_CASE(
    "a learner is called as its paper's table heads its column, where no other learner stands there, too") {
  preimage::suite::study::Study study;
  study.reproduces = "p/t";
  for (const auto& [table, learner, column] : {std::array{"p/t", "neighbours", "k-NN"},
                                               {"p/t", "kde_1", "1-NN"},
                                               {"p/t", "windows_1", "1-NN"},
                                               {"p/other", "kde", "Not this"},
                                               {"p/t", "", "counted by eye"}}) {
    preimage::suite::records::LedgerEntry& entry = study.ledger.emplace_back();
    entry.table = table;
    entry.learner = learner;
    entry.column_title = column;
  }
  CHECK(learner_title(study, "neighbours") == "k-NN");
  CHECK(learner_title(study, "kde_1") == "KDE 1");
  CHECK(learner_title(study, "kde") == "KDE");
  CHECK(learner_title(study, "my_own") == "my own");
  CHECK(learner_title(preimage::suite::study::Study(), "kde") == "KDE");
}

TEST_CASE("a learner has neither another method's name nor another learner's") {
  preimage::suite::study::Study study;
  study.reproduces = "p/t";
  preimage::suite::records::LedgerEntry& entry = study.ledger.emplace_back();
  entry.table = "p/t";
  entry.learner = "printed";
  entry.column_title = "k nn";
  auto& learners = study.readings.emplace_back().learners;
  for (const auto& [name, method] : {std::array{"svm", "nearest_neighbours"},
                                     {"my_svm", "one_vs_rest_svm"},
                                     {"one_vs_rest_svm", "one_vs_rest_svm"},
                                     {"kde_1", "kernel_dependency_estimation"},
                                     {"jkse_2", "joint_kernel_support_estimation"},
                                     {"kde_2", "joint_kernel_support_estimation"},
                                     {"a_b", "mean_output"},
                                     {"a b", "mean_output"},
                                     {"k_nn", "nearest_neighbours"},
                                     {"printed", "nearest_neighbours"}})
    learners.push_back({name, method, 1, nullptr});
  const auto title = [&](const char* learner) { return learner_title(study, learner); };
  CHECK(title("svm") == "svm");
  CHECK(title("my_svm") == "my SVM");
  CHECK(title("one_vs_rest_svm") == "1-vs-rest SVM");
  CHECK(title("kde_1") == "KDE 1");
  CHECK(title("jkse_2") == "JKSE 2");
  CHECK(title("kde_2") == "kde 2");
  CHECK(title("a_b") == "a_b");
  CHECK(title("a b") == "a b");
  CHECK(title("k_nn") == "k_nn");
  CHECK(title("printed") == "k nn");
}
