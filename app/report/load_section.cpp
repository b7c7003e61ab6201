// Section on the load of the cluster: the workloads as they were run.
#include "app/report/sections.h"

#include "project/resolve/resolver.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/theme/number_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::app {

using widgets::report::Table;

namespace {

struct Load
{
    Q_DECLARE_TR_FUNCTIONS(ReportLoad)
};

/// Fields that have a place of their own, or say nothing if a workload runs.
const QStringList toldElsewhere{"type", "disabled"};

class WorkloadTexts
{
public:
    explicit WorkloadTexts(const ReportedRun& run) : run_(run), resolver_(run.project, run.library, findings_) {}

    Table table(const QString& caption)
    {
        Table table{
            caption,
            {Load::tr("Workload"), Load::tr("Role"), Load::tr("Type"), Load::tr("Settings"), Load::tr("Operations")},
            {},
            5};
        for (const project::Workload& workload : run_.project.workloads)
            if (!resolver_.flag(project::workloadFields(), "disabled", workload.fields, {}))
                table.rows.append({text(workload.id), text(workload.role),
                                   text(resolver_.text(project::workloadFields(), "type", workload.fields, {})),
                                   settings(workload), operations(workload)});
        return table;
    }

private:
    bool applies(const project::FieldDeclaration& field, const project::Workload& workload)
    {
        return std::all_of(field.appliesWhen.begin(), field.appliesWhen.end(), [&](const project::Condition& when) {
            const std::string value = resolver_.text(project::workloadFields(), when.field, workload.fields, {});
            return std::find(when.values.begin(), when.values.end(), value) != when.values.end();
        });
    }

    /// "(duration 30 s, rate 100 /s), (duration 60 s, rate 300 /s)"; of rows that are lists "(4 KiB, 3), (64 KiB, 1)".
    QString shownRows(const project::FieldDeclaration& field, const project::Json& rows) const
    {
        QStringList said;
        for (const project::Json& row : rows) {
            QStringList cells;
            for (std::size_t i = 0; i < field.columns.size(); ++i) {
                const project::FieldDeclaration& column = field.columns[i];
                if (row.is_object() && row.contains(column.name))
                    cells += Load::tr("%1 %2").arg(text(column.name), shown(column, row.at(column.name)));
                else if (row.is_array() && i < row.size())
                    cells += shown(column, row[i]);
            }
            said += '(' + cells.join(", ") + ')';
        }
        return said.join(", ");
    }

    /// The value that an expression over generic parameters has; else as it is written.
    QString shown(const project::FieldDeclaration& field, const project::Json& value) const
    {
        if (field.type == project::FieldType::rows && value.is_array())
            return shownRows(field, value);
        const QString written = widgets::displayOf(run_.project, run_.library, value);
        if (!value.is_string())
            return value.is_number() && !field.unit.empty() ? widgets::valueText(value.get<double>(), text(field.unit))
                                                            : written;
        const QString computed =
            widgets::previewOf(run_.project, run_.library, {}, field, text(value.get<std::string>()));
        return computed.isEmpty() ? written : computed;
    }

    QString settings(const project::Workload& workload)
    {
        QStringList said;
        for (const project::FieldDeclaration& field : project::workloadFields())
            if (const auto value = workload.fields.find(field.name);
                value != workload.fields.end() && !toldElsewhere.contains(text(field.name)) && applies(field, workload))
                said += Load::tr("%1: %2").arg(text(field.label), shown(field, *value));
        return said.join("; ");
    }

    QString operations(const project::Workload& workload)
    {
        QStringList said;
        double all = 0;
        const auto weightOf = [&](const project::OperationShare& share) {
            return resolver_.number(project::shareFields(), "weight", share.fields, {});
        };
        for (const project::OperationShare& share : workload.operations)
            all += weightOf(share);
        for (const project::OperationShare& share : workload.operations) {
            const double weight = weightOf(share);
            if (!(weight > 0))
                continue;
            QString what = text(share.operation);
            if (weight < all)
                what += ' ' + widgets::valueText(weight / all, "share");
            const QStringList given = arguments(share);
            said += given.isEmpty() ? what : Load::tr("%1 (%2)").arg(what, given.join(", "));
        }
        return said.join("; ");
    }

    /// Arguments that are the same for all requests of the workload.
    QStringList arguments(const project::OperationShare& share) const
    {
        QStringList said;
        const auto given = share.fields.find("arguments");
        if (given == share.fields.end() || !given->is_object())
            return said;
        for (const auto& [name, value] : given->items()) {
            const bool variable =
                value.is_string() && !project::findParameter(run_.project, value.template get<std::string>());
            if (!variable)
                said += text(name) + ' ' + widgets::displayOf(run_.project, run_.library, value);
        }
        return said;
    }

    const ReportedRun& run_;
    project::Findings findings_; ///< reported by the section on trust
    project::Resolver resolver_;
};

} // namespace

/// Runs with the same load share a table.
Parts load(const Runs& runs)
{
    std::vector<Table> tables;
    std::vector<QStringList> names;
    for (const ReportedRun& run : runs) {
        Table table = WorkloadTexts(run).table({});
        const auto same =
            std::find_if(tables.begin(), tables.end(), [&](const Table& other) { return other.rows == table.rows; });
        if (same == tables.end()) {
            tables.push_back(std::move(table));
            names.push_back({run.name});
        } else {
            names[static_cast<std::size_t>(same - tables.begin())] += run.name;
        }
    }
    Parts parts;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        if (tables[i].rows.isEmpty())
            continue;
        if (tables.size() > 1)
            tables[i].caption = names[i].join(", ");
        parts.append(tables[i]);
    }
    return parts;
}

} // namespace headroom::app
