#include "project/expression/scope_values.h"

#include <catch2/catch.hpp>

#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using headroom::project::ScopeValues;

namespace {

std::map<std::string, int> contentOf(const ScopeValues<int>& values)
{
    std::map<std::string, int> content;
    for (const auto& [name, value] : values.sorted())
        content.emplace(name, *value);
    return content;
}

} // namespace

TEST_CASE("a copy of scope values changes without the original, and the original without the copy")
{
    ScopeValues<int> outer = {{"a", 1}, {"b", 2}};
    ScopeValues<int> inner = outer;
    inner.set("a", 10);
    inner.erase("b");
    inner.set("c", 30);
    outer.set("b", 5);
    CHECK(contentOf(outer) == std::map<std::string, int>{{"a", 1}, {"b", 5}});
    CHECK(contentOf(inner) == std::map<std::string, int>{{"a", 10}, {"c", 30}});
    CHECK(inner.size() == 2);
    CHECK(inner.find("b") == nullptr);
    CHECK_THROWS_AS(inner.at("b"), std::out_of_range);
    inner.add("a", 11);
    inner.add("b", 12);
    CHECK(inner.at("a") == 10);
    CHECK(inner.at("b") == 12);
}

TEST_CASE("figures of a hidden parameter are erased, and names that only resemble it are kept")
{
    const ScopeValues<int> outer = {{"DISK", 1}, {"DISK.size", 2}, {"DISK.kind", 3}, {"DISKS", 4}};
    ScopeValues<int> inner = outer;
    inner.eraseBeginningWith("DISK.");
    CHECK(contentOf(inner) == std::map<std::string, int>{{"DISK", 1}, {"DISKS", 4}});
    CHECK(outer.size() == 4);
}

TEST_CASE("scope values in many layers hold what plain maps hold")
{
    std::mt19937 random(7);
    const auto below = [&random](unsigned count) { return static_cast<unsigned>(random() % count); };
    std::vector<ScopeValues<int>> layered(1);
    std::vector<std::map<std::string, int>> plain(1);
    for (int step = 0; step < 3000; ++step) {
        const std::size_t i = below(static_cast<unsigned>(layered.size()));
        const std::string name(1 + below(2), static_cast<char>('a' + below(4)));
        if (const unsigned what = below(8); what == 0 && layered.size() < 12) {
            layered.push_back(layered[i]);
            plain.push_back(plain[i]);
        } else if (what == 1) {
            layered[i].eraseBeginningWith(name);
            std::erase_if(plain[i], [&name](const auto& each) { return each.first.starts_with(name); });
        } else if (what < 4) {
            layered[i].erase(name);
            plain[i].erase(name);
        } else {
            layered[i].set(name, step);
            plain[i][name] = step;
        }
        CHECK(contentOf(layered[i]) == plain[i]);
        CHECK(layered[i].size() == plain[i].size());
    }
}
