#include "preimage/linalg/centering.hpp"

namespace preimage::linalg {

arma::mat centre_gram(const arma::mat& K) {
  const arma::mat centred = centre_cross_gram(K, K);
  return 0.5 * (centred + centred.t());
}

arma::mat centre_cross_gram(const arma::mat& K_test_train, const arma::mat& K_train) {
  const arma::rowvec train_means = arma::mean(K_train, 0);
  arma::mat centred = K_test_train;
  centred.each_col() -= arma::vec(arma::mean(K_test_train, 1));
  centred.each_row() -= train_means;
  return centred + arma::mean(train_means);
}

}  // namespace preimage::linalg
