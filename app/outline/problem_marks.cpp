#include "app/outline/problem_marks.h"

#include "app/outline/canvas_tab.h"
#include "app/outline/project_tree.h"
#include "widgets/document/lookup/place_at.h"
#include "widgets/document/model/document_model.h"
#include "widgets/theme/severity_sign.h"

#include <algorithm>

namespace headroom::app {

using namespace widgets;
using project::Severity;

namespace {

/// The more severe of two.
std::optional<Severity> worse(std::optional<Severity> a, std::optional<Severity> b)
{
    return !a ? b : !b ? a : std::min(*a, *b); // errors come first
}

/// True if an element is the other one or is inside it.
bool isIn(const ElementRef& element, const ElementRef& whole)
{
    if (element == whole)
        return true;
    if (whole.kind == ElementKind::operation && element.kind == ElementKind::block)
        return element.ids.value(0).startsWith(whole.ids.value(0) + '/' + whole.ids.value(1) + '/');
    return false;
}

} // namespace

QString boxOf(const ElementRef& element, const QString& path)
{
    switch (element.kind) {
    case ElementKind::block: {
        const QString& lies = element.ids[0];
        if (lies == path)
            return element.ids[1];
        return lies.startsWith(path + '/') ? lies.mid(path.size() + 1).section('/', 0, 0) : QString();
    }
    case ElementKind::nodeGroup:
    case ElementKind::device:
    case ElementKind::volume:
        return path == topologyPath ? element.ids.value(0) : QString();
    case ElementKind::networkSwitch:
        return path == topologyPath ? element.ids.value(1) : QString();
    default:
        return {};
    }
}

ProblemMarks::ProblemMarks(const DocumentModel& model, QList<CanvasTab*> canvases, ProjectTree& tree, QObject* parent)
    : QObject(parent), model_(model), canvases_(std::move(canvases)), tree_(tree)
{
    for (CanvasTab* canvas : canvases_)
        connect(canvas, &CanvasTab::sceneChanged, this, &ProblemMarks::markCanvases);
    // Queued, because the tree first creates its entries anew.
    connect(&model_, &DocumentModel::structureChanged, this, &ProblemMarks::markTree, Qt::QueuedConnection);
    connect(&model_, &DocumentModel::changed, this, &ProblemMarks::markTree, Qt::QueuedConnection);
}

void ProblemMarks::setFindings(const project::Findings& findings)
{
    problems_.clear();
    for (const project::Finding& finding : findings)
        if (const auto place = placeAt(model_.project(), QString::fromStdString(finding.pointer)))
            problems_.append({place->element, isToDo(finding) ? Severity::note : finding.severity,
                              QString::fromStdString(finding.problem + ' ' + finding.remedy)});
    markCanvases();
    markTree();
}

void ProblemMarks::markCanvases()
{
    for (CanvasTab* canvas : canvases_) {
        if (!canvas->scene())
            continue;
        QHash<QString, BoxBadge> badges;
        for (const Problem& problem : problems_) {
            const QString box = boxOf(problem.element, canvas->scene()->path());
            if (box.isEmpty())
                continue;
            const bool first = !badges.contains(box);
            BoxBadge& badge = badges[box];
            badge.severity = first ? problem.severity : std::min(badge.severity, problem.severity);
            badge.text += QStringLiteral("<p>%1</p>").arg(problem.text.toHtmlEscaped());
        }
        canvas->marks()->setBadges(badges);
    }
}

std::optional<Severity> ProblemMarks::markItem(QTreeWidgetItem& item)
{
    std::optional<Severity> worst;
    QString text;
    const QVariant element = item.data(0, ProjectTree::elementRole);
    const QVariant path = item.data(0, ProjectTree::pathRole);
    for (const Problem& problem : problems_) {
        const bool here = (element.isValid() && isIn(problem.element, element.value<ElementRef>())) ||
                          (!element.isValid() && path.isValid() && !path.toString().isEmpty() &&
                           !boxOf(problem.element, path.toString()).isEmpty());
        if (here) {
            worst = worse(worst, problem.severity);
            text += (text.isEmpty() ? "" : "\n") + problem.text;
        }
    }
    for (int i = 0; i < item.childCount(); ++i)
        worst = worse(worst, markItem(*item.child(i)));
    item.setIcon(0, worst ? severityIcon(*worst) : QIcon());
    item.setData(0, Qt::AccessibleDescriptionRole, text);
    return worst;
}

void ProblemMarks::markTree()
{
    const QSignalBlocker quiet(&tree_);
    for (int i = 0; i < tree_.topLevelItemCount(); ++i)
        markItem(*tree_.topLevelItem(i));
}

} // namespace headroom::app
