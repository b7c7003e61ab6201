#include "app/report/drawing_command.h"

#include "app/document/document_files.h"
#include "app/document/first_drawing.h"
#include "project/loading.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/diagram/view/export_diagram.h"
#include "widgets/document/lookup/candidates.h"

#include <QStringList>

#include <cstdio>
#include <memory>

namespace headroom::app {

using namespace widgets;

namespace {

QString drawn(const QString& path, const QString& diagram, const QString& out)
{
    const project::Hardware hardware = project::loadHardware();
    const project::Loading loading = project::loadWhole(path.toStdString(), hardware);
    if (!loading.whole) {
        QStringList problems;
        for (const project::Finding& finding : loading.findings)
            problems.append(QString::fromStdString(project::toLine(finding)));
        return problems.join('\n');
    }
    const project::LoadedProject& whole = *loading.whole;
    DocumentModel model;
    model.setProject(whole.project);
    model.setFallbackPositions(libraryPositions(whole.project, whole.libraries));
    if (diagram == topologyPath) {
        TopologyScene scene(
            model, [&](const project::Json& value) { return displayOf(whole.project, hardware.components, value); });
        scene.setLibrary(std::make_shared<project::ComponentLibrary>(hardware.components));
        return exportDiagram(scene, out);
    }
    const QString shown = diagram.isEmpty() ? mostTelling(whole.project, hardware.components) : diagram;
    if (!project::findDiagram(whole.project, shown.toStdString()))
        return QObject::tr("The project has no diagram “%1”.").arg(shown);
    DiagramScene scene(model, shown);
    return exportDiagram(scene, out);
}

} // namespace

int writeDrawingOf(const QString& project, const QString& diagram, const QString& out)
{
    const QString problem = project.isEmpty()
                                ? QObject::tr("A drawing needs a project: headroom-studio --drawing OUT.svg PROJECT")
                                : drawn(project, diagram, out);
    if (problem.isEmpty())
        return 0;
    std::fprintf(stderr, "%s\n", qUtf8Printable(problem));
    return 1;
}

} // namespace headroom::app
