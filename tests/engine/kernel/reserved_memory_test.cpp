// Memory for an array that grows in its place.
#include "kernel/reserved_memory.h"

#include "kernel/large_pages.h"

#include <catch2/catch.hpp>

#include <cstdint>

using headroom::kernel::largePage;
using headroom::kernel::ReservedMemory;

TEST_CASE("reserved memory begins at a large page and can be written from end to end")
{
    const ReservedMemory memory(std::size_t{1} << 32);
    CHECK(memory.bytes() == std::size_t{1} << 32);
    CHECK(reinterpret_cast<std::uintptr_t>(memory.data()) % largePage == 0);
    auto* const bytes = static_cast<char*>(memory.data());
    bytes[0] = 1;
    bytes[memory.bytes() - 1] = 2;
    CHECK(bytes[0] + bytes[memory.bytes() - 1] == 3);
}

TEST_CASE("where there are not so many addresses, fewer are reserved")
{
    constexpr std::size_t moreThanAnyProcessHas = std::size_t{1} << 60;
    const ReservedMemory memory(moreThanAnyProcessHas);
    CHECK(memory.bytes() < moreThanAnyProcessHas);
    CHECK(memory.bytes() >= largePage);
    static_cast<char*>(memory.data())[0] = 1;
}
