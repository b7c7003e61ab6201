#include "project/resolve/value_table.h"

#include "csv/csv.h"
#include "project/document/pointer.h"
#include "project/document/workloads.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/file/beside.h"
#include "project/resolve/resolver.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace headroom::project {
namespace {

constexpr std::size_t mostRows = 1'000'000;

struct Quantile
{
    double share, value;
};

/// Between the quantiles along a line; below the first and above the last the value stays.
std::vector<ValueTable::Range> rangesOf(const std::vector<Quantile>& quantiles)
{
    std::vector<ValueTable::Range> ranges;
    ranges.push_back({quantiles.front().share, quantiles.front().value, quantiles.front().value});
    for (std::size_t q = 1; q < quantiles.size(); ++q)
        ranges.push_back({quantiles[q].share - quantiles[q - 1].share, quantiles[q - 1].value, quantiles[q].value});
    ranges.push_back({1 - quantiles.back().share, quantiles.back().value, quantiles.back().value});
    return ranges;
}

/// Reads a CSV file: values with weights, or quantiles.
class TableFile
{
public:
    TableFile(const std::filesystem::path& path, double unit)
        : file_(path, std::ios::binary), lines_(file_), unit_(unit)
    {
        if (!file_)
            throw std::runtime_error("It cannot be opened.");
        readHeader();
        while (lines_.next())
            readRow();
        if (rows.empty() && quantiles.empty())
            throw std::runtime_error("It has no row below its header.");
    }

    std::vector<ValueTable::Range> rows;
    std::vector<Quantile> quantiles;

private:
    enum Column
    {
        value,
        weight,
        to,
        share,
        columns
    };

    [[noreturn]] void fault(const std::string& problem) const
    {
        throw std::runtime_error("line " + std::to_string(lines_.line()) + ": " + problem);
    }

    void readHeader()
    {
        static constexpr std::array<std::string_view, columns> names = {"value", "weight", "to", "share"};
        places_.fill(nowhere);
        if (!lines_.next())
            throw std::runtime_error("It is empty.");
        for (std::size_t place = 0; place < lines_.size(); ++place) {
            const auto known = std::find(names.begin(), names.end(), lines_[place]);
            if (known == names.end())
                fault("the column \"" + std::string(lines_[place]) + "\" is none of value, weight, to and share.");
            std::size_t& column = places_[static_cast<std::size_t>(known - names.begin())];
            if (column != nowhere)
                fault("the column \"" + std::string(lines_[place]) + "\" is used twice.");
            column = place;
        }
        if (places_[value] == nowhere)
            fault("there is no column named value.");
        if (places_[share] != nowhere && lines_.size() > 2)
            fault("quantiles have the columns share and value only.");
    }

    double cell(Column column, double otherwise) const
    {
        if (places_[column] == nowhere)
            return otherwise;
        const std::string_view text = lines_[places_[column]];
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number) || number < 0)
            fault("\"" + std::string(text.substr(0, 40)) + "\" is not a number of 0 or more.");
        return number;
    }

    void readRow()
    {
        const double from = cell(value, 0) * unit_;
        if (places_[share] == nowhere)
            rows.push_back({cell(weight, 1), from, places_[to] == nowhere ? from : cell(to, 0) * unit_});
        else
            quantiles.push_back({cell(share, 0), from});
        if (rows.size() + quantiles.size() > mostRows)
            fault("there are more than a million rows.");
    }

    static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
    std::ifstream file_;
    csv::Reader lines_;
    double unit_;
    std::array<std::size_t, columns> places_{};
};

/// Reads one distribution, and reports what is wrong with it.
class TableReader
{
public:
    TableReader(const Distribution& distribution, const std::string& pointer, Resolver& resolver,
                const std::optional<std::filesystem::path>& folder)
        : distribution_(distribution), pointer_(pointer), resolver_(resolver), folder_(folder)
    {
    }

    std::shared_ptr<const ValueTable> read()
    {
        const std::size_t before = resolver_.findings().size();
        const int given = isSet("values") + isSet("quantiles") + isSet("file");
        if (given != 1)
            error("distribution.values", "",
                  given == 0 ? "The distribution has no values." : "The distribution has its values in several ways.",
                  "Set one of \"values\", \"quantiles\" and \"file\".");
        else if (isSet("file"))
            readFile();
        else if (isSet("quantiles"))
            for (const auto& row : resolver_.rows(distributionFields(), "quantiles", distribution_.fields, pointer_))
                quantiles_.push_back({row[0], row[1]});
        else
            for (const auto& row : resolver_.rows(distributionFields(), "values", distribution_.fields, pointer_))
                ranges_.push_back({row[1], row[0], std::isnan(row[2]) ? row[0] : row[2]});
        if (resolver_.findings().size() > before || (ranges_.empty() && quantiles_.empty() && isSet("file")))
            return {};
        return checked() ? std::make_shared<const ValueTable>(ranges_) : nullptr;
    }

private:
    bool isSet(const char* name) const
    {
        const auto found = distribution_.fields.find(name);
        return found != distribution_.fields.end() && !found->is_null() && *found != "";
    }

    void error(const char* key, const std::string& place, const std::string& problem, const std::string& remedy)
    {
        resolver_.findings().push_back(
            {Severity::error, key, pointer_ + place, "distribution " + distribution_.id, problem, remedy});
    }

    void readFile()
    {
        if (!folder_)
            return;
        const std::string name = resolver_.text(distributionFields(), "file", distribution_.fields, pointer_);
        std::string problem;
        try {
            const std::string unit = unitOfTable(distribution_);
            TableFile file(fileBesideProject(*folder_, name), unit.empty() ? 1 : findUnit(unit)->value);
            ranges_ = std::move(file.rows);
            quantiles_ = std::move(file.quantiles);
        } catch (const std::runtime_error& fault) {
            error("distribution.file", "/file", name + ": " + fault.what(),
                  "Put a CSV file there, with a header and the columns value and weight, or share and value.");
        }
    }

    std::string placeOf(std::size_t row) const
    {
        return isSet("file") ? "/file" : (isSet("quantiles") ? "/quantiles" : "/values") + below(row);
    }
    /// Rows are counted from 1, without a header.
    static std::string inRow(std::size_t row) { return " (row " + std::to_string(row + 1) + ")."; }

    bool checked()
    {
        for (std::size_t q = 0; q < quantiles_.size(); ++q) {
            if (quantiles_[q].share > 1)
                return refused("distribution.share", q, "A share is above 1", "Write shares from 0 to 1.");
            if (q > 0 && !(quantiles_[q].share > quantiles_[q - 1].share))
                return refused("distribution.order", q, "The share is not above that before it",
                               "Put the quantiles in order.");
            if (q > 0 && quantiles_[q].value < quantiles_[q - 1].value)
                return refused("distribution.order", q, "The value is below that of a smaller share",
                               "A larger share of the values lies below a larger value.");
        }
        if (!quantiles_.empty())
            ranges_ = rangesOf(quantiles_);
        double total = 0;
        for (std::size_t r = 0; r < ranges_.size(); ++r) {
            total += ranges_[r].weight;
            if (ranges_[r].to < ranges_[r].from)
                return refused("distribution.range", r, "The range ends below its beginning", "Exchange the two.");
        }
        if (!(total > 0) || !std::isfinite(total)) {
            error("distribution.empty",
                  isSet("file")        ? "/file"
                  : isSet("quantiles") ? "/quantiles"
                                       : "/values",
                  "No value has a weight above 0.", "Give one of them a weight.");
            return false;
        }
        return true;
    }

    bool refused(const char* key, std::size_t row, const std::string& problem, const std::string& remedy)
    {
        error(key, placeOf(row), problem + inRow(row), remedy);
        return false;
    }

    const Distribution& distribution_;
    std::string pointer_;
    Resolver& resolver_;
    const std::optional<std::filesystem::path>& folder_;
    std::vector<ValueTable::Range> ranges_;
    std::vector<Quantile> quantiles_;
};

} // namespace

ValueTable::ValueTable(const std::vector<Range>& ranges)
{
    double total = 0;
    for (const Range& range : ranges)
        if (range.weight > 0)
            ranges_.push_back({total += range.weight, range.from, range.to});
    for (Range& range : ranges_)
        range.weight /= total;
}

double ValueTable::at(double u) const
{
    const auto found =
        std::partition_point(ranges_.begin(), ranges_.end() - 1, [u](const Range& range) { return range.weight <= u; });
    if (found->from == found->to)
        return found->from;
    const double before = found == ranges_.begin() ? 0 : (found - 1)->weight;
    return found->from + (u - before) / (found->weight - before) * (found->to - found->from);
}

double ValueTable::mean() const
{
    double sum = 0, before = 0;
    for (const Range& range : ranges_)
        sum += (range.weight - std::exchange(before, range.weight)) * (range.from + range.to) / 2;
    return sum;
}

std::shared_ptr<const ValueTable> readTable(const Distribution& distribution, const std::string& pointer,
                                            Resolver& resolver, const std::optional<std::filesystem::path>& folder)
{
    return TableReader(distribution, pointer, resolver, folder).read();
}

std::string unitOfTable(const Distribution& distribution)
{
    const Json unit = distribution.fields.value("unit", Json());
    if (unit.is_string() && findUnit(unit.get<std::string>()))
        return unit.get<std::string>();
    for (const char* name : {"values", "quantiles"})
        if (const Json rows = distribution.fields.value(name, Json()); rows.is_array())
            for (const Json& row : rows)
                for (const Json& cell : row)
                    if (cell.is_string())
                        if (const auto quantity = parseQuantity(cell.get<std::string>());
                            quantity && !quantity->unit.empty() && quantity->unit != "%")
                            return quantity->unit;
    return {};
}

} // namespace headroom::project
