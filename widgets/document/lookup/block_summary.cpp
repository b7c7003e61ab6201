#include "widgets/document/lookup/block_summary.h"

#include "project/document/software.h"
#include "project/vocabulary/declarations.h"

#include <QCoreApplication>
#include <QStringList>

namespace headroom::widgets {

using project::Block;
using project::Json;

namespace {

struct SummaryWords
{
    Q_DECLARE_TR_FUNCTIONS(BlockSummary)
};

/// The fields of one block as texts, with the defaults of its type.
class Values
{
public:
    Values(const project::BlockCatalogue& types, const Block& block) : block_(block), type_(types.find(block.type)) {}

    QString operator[](const char* name) const
    {
        if (const auto set = block_.fields.find(name); set != block_.fields.end())
            return valueText(*set);
        const auto* field = type_ ? project::findField(type_->fields, name) : nullptr;
        return field ? valueText(field->defaultValue) : QString();
    }

    const Json* json(const char* name) const
    {
        const auto set = block_.fields.find(name);
        return set == block_.fields.end() ? nullptr : &*set;
    }

private:
    const Block& block_;
    const project::BlockType* type_;
};

QString joined(const QStringList& parts, const QString& separator)
{
    QStringList filled;
    for (const QString& part : parts)
        if (!part.isEmpty())
            filled.append(part);
    return filled.join(separator);
}

/// The number of paths of a fork or for each block, if it is a plain number in the drawing.
QString pathCount(const project::Diagram& diagram, const QString& id)
{
    const Block* block = project::findBlock(diagram, id.toStdString());
    if (!block)
        return {};
    const Values values(project::vocabulary(), *block);
    if (block->type == "fork")
        return values["paths"];
    if (block->type != "for each")
        return {};
    if (values["over"] == "list")
        return {};
    const QString count = values["over"] == "count" ? values["count"] : values["take"];
    return count == "0" ? QString() : count;
}

QString joinSummary(const Values& values, const project::Diagram& diagram)
{
    const QString mode = values["mode"];
    QString paths = mode == "all" ? SummaryWords::tr("all paths") : SummaryWords::tr("first path");
    if (mode == "k") {
        const QString total = pathCount(diagram, values["of"]);
        paths = total.isEmpty() ? SummaryWords::tr("%1 paths").arg(values["k"])
                                : SummaryWords::tr("%1 of %2").arg(values["k"], total);
    }
    const QString grace = values["grace"];
    return grace == "0" ? paths : SummaryWords::tr("%1, grace %2").arg(paths, grace);
}

/// The items of a for each block: "3", "objects ring", "3 of storage nodes".
QString forEachItems(const Values& values)
{
    if (values["over"] == "count")
        return values["count"];
    if (values["over"] == "list")
        return SummaryWords::tr("values of %1").arg(values["list"]);
    const QString all = values["over"] == "ring" ? SummaryWords::tr("%1 ring").arg(values["ring"])
                                                 : SummaryWords::tr("%1 nodes").arg(values["role"]);
    const QString take = values["take"];
    return take == "0" ? all : SummaryWords::tr("%1 of %2").arg(take, all);
}

QString forEachSummary(const Values& values)
{
    const QString what = forEachItems(values);
    const QString atOnce = values["at_once"];
    if (atOnce == "0")
        return SummaryWords::tr("%1, in parallel").arg(what);
    return atOnce == "1" ? SummaryWords::tr("%1, one by one").arg(what)
                         : SummaryWords::tr("%1, %2 at a time").arg(what, atOnce);
}

QString assignmentsSummary(const Json* assignments)
{
    if (!assignments || !assignments->is_object() || assignments->empty())
        return {};
    const auto first = assignments->begin();
    const QString text = QString("%1 = %2").arg(QString::fromStdString(first.key()), valueText(first.value()));
    return assignments->size() == 1 ? text : SummaryWords::tr("%1 …").arg(text);
}

QString startSummary(const project::Operation* operation)
{
    if (!operation)
        return {};
    QStringList names{QString::fromStdString(operation->id)};
    QStringList arguments;
    for (const auto& argument : operation->arguments)
        arguments.append(QString::fromStdString(argument.name));
    return arguments.isEmpty() ? names.first() : SummaryWords::tr("%1 (%2)").arg(names.first(), arguments.join(", "));
}

} // namespace

QString valueText(const Json& value)
{
    if (value.is_null())
        return {};
    if (value.is_string())
        return QString::fromStdString(value.get<std::string>());
    if (value.is_number_float())
        return QString::number(value.get<double>(), 'g', 6);
    return QString::fromStdString(value.dump());
}

QString blockSummary(const project::BlockCatalogue& types, const Block& block, const project::Diagram& diagram,
                     const project::Operation* operation)
{
    const Values values(types, block);
    const std::string& type = block.type;
    if (type == "start")
        return startSummary(operation);
    if (type == "join")
        return joinSummary(values, diagram);
    if (type == "for each")
        return forEachSummary(values);
    if (type == "transfer")
        return SummaryWords::tr("%1 chunks %2").arg(values["chunk"], values["direction"] == "send" ? "→" : "←");
    if (type == "fork")
        return SummaryWords::tr("%1 paths").arg(values["paths"]);
    if (type == "branch")
        return values["condition"].isEmpty() ? SummaryWords::tr("by chance, %1").arg(values["probability"])
                                             : values["condition"];
    if (type == "loop")
        return values["while"].isEmpty() ? SummaryWords::tr("%1 times").arg(values["count"])
                                         : SummaryWords::tr("while %1").arg(values["while"]);
    if (type == "set")
        return assignmentsSummary(values.json("assignments"));
    const auto* declared = types.find(type);
    if (!declared || declared->summaryField.empty())
        return {};
    QStringList parts{values[declared->summaryField.c_str()]};
    if (!declared->secondSummaryField.empty())
        parts.append(values[declared->secondSummaryField.c_str()]);
    return joined(parts, QString::fromStdString(declared->summarySeparator));
}

} // namespace headroom::widgets
