#include "record/structure/figure_values.h"

#include "record/structure/describe.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::record {

namespace {

class CollectFigures : public PassOverResults
{
public:
    void figure(const FigureRow& row, double value) { add(row).number = value; }
    void figure(const FigureRow& row, const std::optional<double>& value) { add(row).number = value; }
    void figure(const FigureRow& row, std::uint64_t value)
    {
        FigureValue& figure = add(row);
        figure.number = static_cast<double>(value);
        figure.count = value;
    }
    void part(const FigureRow& row, const auto& value)
    {
        part_ = row;
        describe(*this, value);
        part_.reset();
    }
    void group(const FigureRow&, bool, const auto& inside) { inside(*this); }
    void derived(const FigureRow& row, const auto& value) { add(row).number = value(); }

    std::vector<FigureValue> figures;

private:
    FigureValue& add(const FigureRow& row) { return figures.emplace_back(FigureValue{row, part_, {}, {}}); }

    std::optional<FigureRow> part_;
};

class SetFigures : public PassOverResults
{
public:
    explicit SetFigures(const std::vector<FigureValue>& figures) : figures_(figures) {}
    void figure(const FigureRow&, double& value) { value = next().number.value_or(0); }
    void figure(const FigureRow&, std::optional<double>& value) { value = next().number; }
    void figure(const FigureRow&, std::uint64_t& value) { value = next().count.value_or(0); }
    void part(const FigureRow&, auto& value) { describe(*this, value); }
    void group(const FigureRow&, bool, const auto& inside) { inside(*this); }
    void derived(const FigureRow&, const auto&) { next(); }

private:
    const FigureValue& next() { return figures_.at(next_++); }

    const std::vector<FigureValue>& figures_;
    std::size_t next_ = 0;
};

} // namespace

std::string FigureValue::path() const
{
    return part ? std::string(part->key) + '.' + row.key : row.key;
}

std::string FigureValue::name() const
{
    return !*row.name || !part || !*part->name ? std::string(row.name) : std::string(part->name) + '.' + row.name;
}

std::string FigureValue::label() const
{
    return part && *part->label ? std::string(part->label) + ' ' + row.label : row.label;
}

std::string FigureValue::unit() const
{
    return std::string_view(row.unit) == "ms" ? "s" : row.unit;
}

std::optional<double> FigureValue::value() const
{
    if (!number || !std::isfinite(*number))
        return {};
    return std::string_view(row.unit) == "ms" ? *number / 1000 : *number;
}

const FigureValue* findFigure(const std::vector<FigureValue>& figures, std::string_view name)
{
    const auto found = std::find_if(figures.begin(), figures.end(),
                                    [&](const FigureValue& figure) { return !name.empty() && figure.name() == name; });
    return found == figures.end() ? nullptr : &*found;
}

template <class T>
std::vector<FigureValue> figuresIn(const T& element)
{
    CollectFigures visitor;
    describe(visitor, element);
    return std::move(visitor.figures);
}

template <class T>
void setFigures(T& element, const std::vector<FigureValue>& figures)
{
    SetFigures visitor(figures);
    describe(visitor, element);
}

template std::vector<FigureValue> figuresIn(const OperationSummary&);
template std::vector<FigureValue> figuresIn(const WorkloadSummary&);
template std::vector<FigureValue> figuresIn(const JobSummary&);
template std::vector<FigureValue> figuresIn(const StretchSummary&);
template std::vector<FigureValue> figuresIn(const TimePart&);
template std::vector<FigureValue> figuresIn(const TimeAtBlock&);
template std::vector<FigureValue> figuresIn(const ResourceSummary&);
template std::vector<FigureValue> figuresIn(const StateSummary&);
template std::vector<FigureValue> figuresIn(const MissingCopies&);
template std::vector<FigureValue> figuresIn(const DeviceWear&);
template std::vector<FigureValue> figuresIn(const RequestCount&);
template std::vector<FigureValue> figuresIn(const Energy&);
template void setFigures(OperationSummary&, const std::vector<FigureValue>&);
template void setFigures(WorkloadSummary&, const std::vector<FigureValue>&);
template void setFigures(JobSummary&, const std::vector<FigureValue>&);
template void setFigures(StretchSummary&, const std::vector<FigureValue>&);
template void setFigures(TimePart&, const std::vector<FigureValue>&);
template void setFigures(TimeAtBlock&, const std::vector<FigureValue>&);
template void setFigures(ResourceSummary&, const std::vector<FigureValue>&);
template void setFigures(StateSummary&, const std::vector<FigureValue>&);
template void setFigures(MissingCopies&, const std::vector<FigureValue>&);
template void setFigures(DeviceWear&, const std::vector<FigureValue>&);
template void setFigures(RequestCount&, const std::vector<FigureValue>&);
template void setFigures(Energy&, const std::vector<FigureValue>&);

} // namespace headroom::record
