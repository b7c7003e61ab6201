#include "run/workload/think_time.h"

#include <string>

namespace headroom::run {

ThinkTime::ThinkTime(const WorkloadFields& fields) : meanS_(fields.number("think_time"))
{
    const std::string kind = fields.text("think_distribution");
    exponential_ = kind == "exponential";
    if (kind != "table")
        return;
    table_ = fields.elaboration().resolver.table(fields.text("think_table"));
    if (table_)
        meanS_ = table_->mean();
    else
        fields.error("distribution.no-table", "/think_table",
                     "Think times come from a table, and it names no usable distribution.",
                     "Choose one of the project's distributions.");
}

} // namespace headroom::run
