#define CATCH_CONFIG_MAIN
#include "one_of.h"

#include <catch2/catch.hpp>

std::size_t headroom::test::nextCase(std::size_t count, const char* file, std::size_t line)
{
    return Catch::Generators::generate("one of", {file, line}, [count] {
        return Catch::Generators::makeGenerators(Catch::Generators::range(std::size_t{0}, count));
    });
}
