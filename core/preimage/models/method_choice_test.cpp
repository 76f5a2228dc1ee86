#include "preimage/models/method_choice.hpp"

#include <doctest/doctest.h>

namespace preimage::models {

namespace {

class Drawing final : public Method {
 public:
  explicit Drawing(bool is_random) : is_random_(is_random) {}
  void require(const samples::DataSet& /*data*/) const override {}
  bool is_random() const override { return is_random_; }
  FittedPtr fit(std::size_t /*g*/, const samples::DataSet& /*training*/,
                const regression::KeptArrays& /*kept*/) const override {
    return nullptr;
  }

 private:
  bool is_random_;
};

}  // namespace

TEST_CASE("a choice draws at random where one of its methods does") {
  for (const auto& [first, second] : {std::pair{false, false}, {true, false}, {false, true}, {true, true}}) {
    const MethodPtr choice =
        one_of({{{}, std::make_shared<const Drawing>(first)}, {{}, std::make_shared<const Drawing>(second)}});
    CHECK(choice->is_random() == (first || second));
  }
}

}  // namespace preimage::models
