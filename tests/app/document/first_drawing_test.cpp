// The drawing that a project opens with: one that its loads reach.
#include "app/document/first_drawing.h"
#include "project/loading.h"
#include "tests/widget_tests.h"

#include <QTest>

using namespace headroom;

class FirstDrawingTest : public QObject
{
    Q_OBJECT

private slots:
    void aDrawingThatTheLoadDoesNotReachIsNotTheFirst()
    {
        QCOMPARE(firstOf("kafka-log").section('/', 1, 1), QString("produce")); // the loads of echo are switched off
        QVERIFY2(firstOf("object-erasure").contains("GET"), qPrintable(firstOf("object-erasure")));
    }

    void whereParallelPathsMeetComesFirst() { QCOMPARE(firstOf("swift-rack"), QString("proxy-server/PUT/full")); }

    void theChosenOperationIsShown()
    {
        QCOMPARE(firstOf("swift-rack", {{"OPERATION", "GET"}}).section('/', 1, 1), QString("GET"));
    }

    void withoutALoadAnyDrawingMayBeTheFirst()
    {
        project::Project project = read("swift-rack");
        project.workloads.clear();
        QVERIFY(project::findDiagram(project, app::mostTelling(project, hardware_.components).toStdString()));
        project.behaviours.clear();
        QVERIFY(app::mostTelling(project, hardware_.components).isEmpty());
    }

    void aProjectWithFaultsHasAFirstDrawingToo()
    {
        project::Project project = read("swift-rack");
        project.workloads[0].fields["disabled"] = "NO_SUCH_PARAMETER";
        project.workloads[0].operations[0].fields["weight"] = "1 +";
        QVERIFY(project::findDiagram(project, app::mostTelling(project, hardware_.components).toStdString()));
    }

private:
    project::Project read(const std::string& name, const project::Overrides& set = {}) const
    {
        project::LoadFrom from;
        from.set = set;
        return project::loadWhole(HEADROOM_SOURCE_DIR "/projects/" + name, hardware_, from).whole.value().project;
    }
    QString firstOf(const std::string& name, const project::Overrides& set = {}) const
    {
        return app::mostTelling(read(name, set), hardware_.components);
    }

    const project::Hardware hardware_ = project::loadHardware();
};

HEADROOM_WIDGET_TEST(FirstDrawingTest)
#include "first_drawing_test.moc"
