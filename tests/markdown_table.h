// Figures as Markdown, printed as they are measured: what a program says can be put into a page as it is.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace headroom::test {

/// A number with so many decimals.
inline std::string number(double value, int decimals = 0)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

inline void printHeading(const std::string& heading, const std::string& text)
{
    std::printf("## %s\n\n%s\n\n", heading.c_str(), text.c_str());
}

/// The first column says what a row is about, the others are figures.
class MarkdownTable
{
public:
    explicit MarkdownTable(const std::vector<std::string>& columns)
    {
        row(columns);
        std::string rule = "|---|";
        for (std::size_t i = 1; i < columns.size(); ++i)
            rule += "---:|";
        std::puts(rule.c_str());
    }

    void row(const std::vector<std::string>& cells) const
    {
        std::string line = "|";
        for (const std::string& cell : cells)
            line += " " + cell + " |";
        std::puts(line.c_str());
        std::fflush(stdout);
    }
};

} // namespace headroom::test
