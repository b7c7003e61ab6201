// Selectors as plain functions: nodes and devices that a call may go to, without a model around them.
#include "mapping/selectors.h"
#include "project/document/hardware.h"
#include "project/document/software.h"

#include "project/vocabulary/declaring.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace headroom;
using mapping::Choice;
using mapping::nobody;

namespace {

/// Loads lie in records with other things beside them.
struct Record : mapping::Load
{
    double other = 0;
};

/// A role on the nodes 2, 3, 4, 5 of 8; its candidates have the numbers 10 to 13.
struct Role
{
    std::vector<std::uint32_t> on{nobody, nobody, 10, 11, 12, 13, nobody, nobody};
    std::vector<Record> records{14};
    std::vector<std::uint32_t> nodeOfDevice{2, 2, 3, 3, 4, 4, 5, 5};
    std::vector<std::uint32_t> ofDevice{10, 10, 11, 11, 12, 12, 13, 13};
    mapping::Ring ring{{0, 1, 2, 3, 4, 5, 6, 7}, nodeOfDevice, 6, 3, 1};
    std::uint32_t turns = 0, draws = 0;
    mapping::Question question;

    Role()
    {
        question.candidates = {10, 4, 0, 4, on, mapping::Loads(records), ofDevice, {}};
        question.callerNode = 4;
        question.draws = {77, 99, &draws};
        question.turns = &turns;
        question.salt = 5;
        useKey(0);
        question.nodeOfDevice = nodeOfDevice;
    }

    /// As a call does: the devices of the key's partition are given to the selector.
    void useKey(std::uint64_t key)
    {
        question.key = key;
        question.replicas = ring.devicesOf(ring.partitionOf(key));
    }

    Choice choose(const char* word) const
    {
        const mapping::Selector* selector = mapping::findSelector(word);
        REQUIRE(selector);
        return selector->choose(question);
    }
    std::vector<std::uint32_t> several(const char* word, int count) const
    {
        std::vector<std::uint32_t> chosen;
        for (int i = 0; i < count; ++i)
            chosen.push_back(choose(word).candidate);
        return chosen;
    }
    void load(std::uint32_t number, std::uint32_t inFlight, std::uint32_t waiting, bool down = false)
    {
        static_cast<mapping::Load&>(records[number]) = {inFlight, waiting, down};
    }
};

using Numbers = std::vector<std::uint32_t>;

} // namespace

TEST_CASE("the words of the selectors are those that a project may say")
{
    std::vector<std::string> words;
    for (const mapping::Selector& selector : mapping::selectors())
        words.emplace_back(selector.word);
    const project::FieldDeclaration field = project::selectorChoice();
    CHECK(words == field.choices);
    CHECK(mapping::findSelector(field.defaultValue.get<std::string>()) == &mapping::selectors().front());
    CHECK(mapping::findSelector("somewhere") == nullptr);
}

TEST_CASE("every selector has a function, and says what it needs")
{
    for (const mapping::Selector& selector : mapping::selectors()) {
        INFO(selector.word);
        CHECK(selector.choose);
        CHECK_FALSE((selector.candidate && !selector.ring));
        Role role;
        const Choice choice = selector.choose(role.question);
        CHECK(choice.candidate >= 10);
        CHECK(choice.candidate <= 13);
        CHECK((choice.device != nobody) == selector.ring);
        CHECK_FALSE((selector.certain && (role.draws > 0 || role.turns > 0)));
    }
}

TEST_CASE("round robin goes from one to the next")
{
    Role role;
    CHECK(role.several("round robin", 6) == Numbers{10, 11, 12, 13, 10, 11});
    CHECK(role.draws == 0);
}

TEST_CASE("a part of the nodes is counted round from its first one")
{
    Role role;
    role.question.candidates.first = 3;
    role.question.candidates.count = 2;
    CHECK(role.several("round robin", 4) == Numbers{13, 10, 13, 10});
    for (const std::uint32_t chosen : role.several("random", 50))
        CHECK((chosen == 13 || chosen == 10));
    role.load(13, 5, 0);
    CHECK(role.choose("least loaded").candidate == 10);
}

TEST_CASE("random takes one draw for a choice and goes everywhere evenly")
{
    Role role;
    std::map<std::uint32_t, int> count;
    for (const std::uint32_t chosen : role.several("random", 4000))
        ++count[chosen];
    CHECK(role.draws == 4000);
    CHECK(role.turns == 0);
    REQUIRE(count.size() == 4);
    for (const auto& [candidate, times] : count)
        CHECK(std::abs(times - 1000) < 150);
}

TEST_CASE("least loaded counts those under way and those that wait")
{
    Role role;
    role.load(10, 2, 0);
    role.load(11, 0, 3);
    role.load(12, 1, 0);
    role.load(13, 0, 2);
    CHECK(role.choose("least loaded").candidate == 12);
}

TEST_CASE("if nodes are equally loaded, the next in turn is taken")
{
    Role role;
    CHECK(role.several("least loaded", 5) == Numbers{10, 11, 12, 13, 10});
}

TEST_CASE("least loaded passes over nodes that are down while another is up")
{
    Role role;
    role.load(10, 0, 0, true);
    role.load(11, 9, 0);
    role.load(12, 8, 0);
    role.load(13, 0, 0, true);
    CHECK(role.several("least loaded", 3) == Numbers{12, 12, 12});
    role.load(11, 0, 0, true);
    role.load(12, 0, 0, true);
    CHECK(role.several("least loaded", 2) == Numbers{13, 10}); // all are: whose turn it is
}

TEST_CASE("equally loaded nodes that are up share evenly what those that are down would get")
{
    Role role;
    role.load(10, 0, 0, true);
    role.load(11, 0, 0, true);
    CHECK(role.several("least loaded", 6) == Numbers{12, 13, 12, 13, 12, 13});
}

TEST_CASE("same node is the caller's, or the first where the role is not there")
{
    Role role;
    CHECK(role.choose("same node").candidate == 12);
    CHECK(role.choose("here").candidate == 12);
    role.question.callerNode = 0;
    CHECK(role.choose("same node").candidate == 10);
}

TEST_CASE("an index is counted round")
{
    Role role;
    role.question.index = 2;
    CHECK(role.choose("index").candidate == 12);
    role.question.index = 7;
    CHECK(role.choose("index").candidate == 13);
}

TEST_CASE("at device goes to the device's node, and to the first for a device that is not there")
{
    Role role;
    role.question.device = 6;
    CHECK(role.choose("at device").candidate == 13);
    role.question.device = 8;
    CHECK(role.choose("at device").candidate == 10);
}

TEST_CASE("a ring gives any replica of the key, with its node")
{
    Role role;
    role.useKey(12345);
    const auto replicas = role.ring.devicesOf(role.ring.partitionOf(12345));
    std::set<std::uint32_t> seen;
    for (int i = 0; i < 200; ++i) {
        const Choice choice = role.choose("ring");
        CHECK(std::find(replicas.begin(), replicas.end(), choice.device) != replicas.end());
        CHECK(choice.candidate == role.on[role.nodeOfDevice[choice.device]]);
        seen.insert(choice.device);
    }
    CHECK(seen.size() == replicas.size());
    CHECK(role.draws == 200);
}

TEST_CASE("a stated candidate of a ring needs no draw and goes on to the hand-offs")
{
    Role role;
    role.question.key = 12345;
    const std::uint64_t partition = role.ring.partitionOf(12345);
    for (std::uint64_t number = 0; number < 8; ++number) {
        role.question.candidate = role.ring.candidate(partition, number);
        CHECK(role.choose("ring").device == role.ring.candidate(partition, number));
    }
    CHECK(role.draws == 0);
}

TEST_CASE("locality takes the replica on the caller's node, else the first")
{
    Role role;
    int here = 0, elsewhere = 0;
    for (std::uint64_t key = 0; key < 200; ++key) {
        role.useKey(key);
        const auto replicas = role.ring.devicesOf(role.ring.partitionOf(key));
        const Choice choice = role.choose("locality");
        const bool holds = std::any_of(replicas.begin(), replicas.end(),
                                       [&](std::uint32_t device) { return role.nodeOfDevice[device] == 4; });
        if (holds)
            CHECK(role.nodeOfDevice[choice.device] == 4);
        else
            CHECK(choice.device == replicas.front());
        ++(holds ? here : elsewhere);
    }
    CHECK(here > 0);
    CHECK(elsewhere > 0);
}

TEST_CASE("hash sends a key to the same node always, and keys to all nodes")
{
    Role role;
    std::set<std::uint32_t> seen;
    for (std::uint64_t key = 0; key < 100; ++key) {
        role.question.key = key;
        const std::uint32_t chosen = role.choose("hash").candidate;
        CHECK(role.choose("hash").candidate == chosen);
        seen.insert(chosen);
    }
    CHECK(seen.size() == 4);
}
