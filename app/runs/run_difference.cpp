#include "app/runs/run_difference.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

namespace headroom::app {

namespace {

struct Difference
{
    Q_DECLARE_TR_FUNCTIONS(RunDifference)
};

/// The value of a parameter in a run; null if the project of the run had no such parameter.
const QString* valueIn(const Run& run, const std::string& parameter)
{
    const auto found = run.parameters.find(parameter);
    return found == run.parameters.end() ? nullptr : &found->second;
}

QString differenceOf(const std::string& parameter, const Run& now, const Run& former)
{
    const QString name = QString::fromStdString(parameter);
    const QString *value = valueIn(now, parameter), *before = valueIn(former, parameter);
    if (!before)
        return Difference::tr("%1: %2, a new parameter").arg(name, *value);
    return value ? Difference::tr("%1: %2, was %3").arg(name, *value, *before)
                 : Difference::tr("%1: removed, was %2").arg(name, *before);
}

/// A section as the project tree names it.
QString titleOf(const std::string& section)
{
    if (section == "behaviours")
        return Difference::tr("software");
    if (section == "topology")
        return Difference::tr("topology");
    if (section == "run")
        return Difference::tr("run settings");
    return QString::fromStdString(section).replace('_', ' ');
}

template <typename Value>
std::map<std::string, bool> keysOf(const std::map<std::string, Value>& one, const std::map<std::string, Value>& other)
{
    std::map<std::string, bool> differ;
    for (const auto* side : {&one, &other})
        for (const auto& [key, value] : *side)
            differ[key] = !one.contains(key) || !other.contains(key) || one.at(key) != other.at(key);
    return differ;
}

constexpr qsizetype mostNamed = 3; // differences in a line below a drawing

} // namespace

QStringList sectionsThatDiffer(const SectionHashes& now, const SectionHashes& former)
{
    QStringList sections;
    for (const auto& [name, differs] : keysOf(now, former))
        if (differs)
            sections += titleOf(name);
    return sections;
}

QStringList differencesOf(const Run& now, const Run& former)
{
    QStringList lines;
    for (const auto& [name, differs] : keysOf(now.parameters, former.parameters))
        if (differs)
            lines += differenceOf(name, now, former);
    if (now.sections.empty() || former.sections.empty()) // of a file whose project cannot be read
        return lines;
    const QStringList sections = sectionsThatDiffer(now.sections, former.sections);
    if (!sections.isEmpty())
        lines += (lines.isEmpty() ? Difference::tr("Changed in the project: %1.") : Difference::tr("Also changed: %1."))
                     .arg(sections.join(", "));
    return lines.isEmpty() ? QStringList{Difference::tr("Both are runs of the same project.")} : lines;
}

QString drawnOtherwise(const Run& run, const Run& drawn)
{
    QStringList differences;
    for (const auto& [name, differs] : keysOf(run.parameters, drawn.parameters))
        if (differs)
            differences += valueIn(run, name)
                               ? Difference::tr("%1 was %2").arg(QString::fromStdString(name), *valueIn(run, name))
                               : Difference::tr("%1 is new").arg(QString::fromStdString(name));
    if (!run.sections.empty())
        for (const QString& section : sectionsThatDiffer(run.sections, drawn.sections))
            differences += Difference::tr("%1 changed").arg(section);
    if (differences.isEmpty())
        return {};
    const qsizetype more = differences.size() - mostNamed;
    QString list = differences.mid(0, mostNamed).join(", ");
    if (more > 0)
        list = Difference::tr("%1 and %2 more").arg(list).arg(more);
    return Difference::tr("Loads of run %1, which is not of what is drawn: %2").arg(run.number).arg(list);
}

QString originOf(const Run& run)
{
    if (run.file.isEmpty())
        return {};
    if (run.own)
        return run.former
                   ? Difference::tr("A stored run, of %1.").arg(QLocale().toString(run.began, "d MMM yyyy HH:mm"))
                   : QString();
    const QString file = QFileInfo(run.file).fileName();
    return run.summary ? Difference::tr("From the file %1, a run of the project “%2”. It may differ from the one that "
                                        "is drawn.")
                             .arg(file, QString::fromStdString(run.summary->project))
                       : Difference::tr("From the file %1.").arg(file);
}

} // namespace headroom::app
