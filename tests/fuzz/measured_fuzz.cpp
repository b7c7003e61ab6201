// Reads measured tables that are damaged or made up.
#include "text_fuzz.h"

#include "record/measured/measured.h"

using namespace headroom;

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    fuzz::seedFrom(*argc, *argv, "tests/data/imports/measured");
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const record::MeasuredTable table = record::readMeasured(fuzz::textOf(data, size));
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        record::measuredCurve(table, column, {});
    return 0;
}
