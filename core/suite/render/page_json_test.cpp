#include "suite/render/page_json.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "suite/render/testing_page.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::render;
using nlohmann::json;

TEST_CASE("groups, numbers and choices as the script reads them") {
  const json root = json::parse(page_json(testing::small_page()));
  CHECK(root["numbers"].size() == 4);
  const json& number = root["numbers"][1];
  CHECK(number["group"] == 1);
  CHECK(number["losses"] == json({0.1, 0.12346, 0.1, nullptr, 0.1, 0.1}));
  CHECK(number["details"][3] == json({"z", "+0.50 (u = 0)"}));
  const json& group = root["groups"][1];
  CHECK(group["folds"] == 3);
  CHECK(group["details"] == json::array({{"reading", "first"}}));  // what is empty is left out
  CHECK(group["status"]["3"] == "failed: small");
  CHECK(group["chosen"].size() == 6);
  CHECK(group["chosen"][3] == -1);
  CHECK(root["chosen"][group["chosen"][1].get<std::size_t>()] == "k=3");
}

TEST_CASE("the largest and smallest doubles are numbers, and what is not finite is nothing") {
  Page page = testing::small_page();
  const double largest = std::numeric_limits<double>::max(), smallest = 5e-324;
  page.numbers[0].losses = {largest, -largest, smallest, 1.0 / 0.0, std::nan("")};
  const json losses = json::parse(page_json(page))["numbers"][0]["losses"];
  CHECK(losses[0] == largest);
  CHECK(losses[1] == -largest);
  CHECK(losses[2] == smallest);
  CHECK(losses[3].is_null());
  CHECK(losses[4].is_null());
}

TEST_CASE("no text ends the script element, and one that is not UTF-8 does not end the page") {
  const std::string text = page_json(testing::small_page("</script><!-- \xff"));
  CHECK(text.find('<') == std::string::npos);
  CHECK(json::parse(text)["groups"][0]["command"] == "preimage run </script><!-- \uFFFD");
}

TEST_CASE("of 100,000 cells the page carries what fits, and the rest has none of its losses") {
  Page page = testing::small_page();
  for (PageGroup& group : page.groups) group.chosen.assign(25'000, "ridge=0.1;sigma=2");
  for (PageNumber& number : page.numbers) number.losses.assign(25'000, 0.123456);
  page.numbers.push_back(page.numbers.back());
  page.groups.push_back(page.groups.back());
  page.numbers.back().group = page.groups.size() - 1;
  const std::string text = page_json(page);
  CHECK(text.size() < 2'000'000);
  const json root = json::parse(text);
  std::size_t carried = 0;
  for (const json& number : root["numbers"]) carried += number["losses"].size();
  for (const json& group : root["groups"]) {
    carried += group["chosen"].size();
    CHECK(group["cells"] == 25'000);
  }
  CHECK(carried == kMaxPageLosses);
  CHECK(root["numbers"][0]["losses"].size() == 25'000);
  CHECK(root["groups"].back()["chosen"].empty());
}
