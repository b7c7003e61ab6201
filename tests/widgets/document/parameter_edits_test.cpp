// Generic parameters come, go and change their names and places by undoable steps, and what names them follows.
#include "project/file/json_writer.h"
#include "sample_project.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/document/edits/role_edits.h"
#include "widgets/document/model/field_walk.h"

#include "project/resolve/parameter_values.h"
#include "widgets/document/edits/field_edits.h"

#include <QtTest>

using namespace headroom;
using namespace headroom::widgets;
using project::Json;
using project::ParameterType;

namespace {

project::Parameter parameter(const char* name, ParameterType type, Json value)
{
    project::Parameter made;
    made.name = name;
    made.type = type;
    made.value = std::move(value);
    return made;
}

project::Block* blockOf(project::Project& project, const char* id)
{
    for (auto& block : project::findDiagram(project, sample::putPath)->blocks)
        if (block.id == id)
            return &block;
    return nullptr;
}

/// Names the parameters wherever one can be named.
project::Project named()
{
    project::Project project = sample::cluster();
    project.parameters = {parameter("WORKERS", ParameterType::integer, 8),
                          parameter("DISK", ParameterType::component, "x"),
                          parameter("FABRIC", ParameterType::choice, "rack")};
    blockOf(project, "parse")->fields["work"] = "0.2 ms * WORKERS";
    blockOf(project, "join")->fields["k"] = "WORKERS > 2 ? 2 : 1";
    project.topology.groups[0].fields["count"] = "WORKERS";
    project.topology.fabric = "FABRIC";
    project::Workload load;
    load.id = "load";
    load.fields = {{"workers", "WORKERS"}, {"stages", {{{"duration", "1 s"}, {"workers", "2 * WORKERS"}}}}};
    load.operations = {{"PUT", {{"arguments", {{"size", "WORKERS * 1 KiB"}}}}}};
    project.workloads = {load};
    project.studies = {
        {"all", {{"WORKERS", {1, 2}, Json::object()}, {"DISK", {"a"}, Json::object()}}, {}, Json::object()}};
    project.measurements = {{"rack", {{"file", "rack.csv"}, {"case", {{"WORKERS", "workers"}}}}}};
    return project;
}

} // namespace

class ParameterEditsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        model_ = std::make_unique<DocumentModel>();
        model_->setProject(named());
        before_ = text();
    }

    void everyPlaceThatNamesAParameterIsFound()
    {
        QStringList places;
        for (const FieldEdit& use : usesOfParameter(model_->project(), "WORKERS"))
            places.append(placeText(use.element, use.field));
        QCOMPARE(places, QStringList({"proxy-server › PUT › parse · work", "proxy-server › PUT › join · k",
                                      "clients · count", "load · workers", "load · stages", "load › PUT · arguments",
                                      "all › WORKERS · parameter"}));
    }

    void aNewNameIsFollowedEverywhereInOneStep()
    {
        QVERIFY(renameParameter(*model_, "WORKERS", "CLIENTS"));
        auto changed = model_->project();
        QCOMPARE(blockOf(changed, "parse")->fields["work"], Json("0.2 ms * CLIENTS"));
        QCOMPARE(blockOf(changed, "join")->fields["k"], Json("CLIENTS > 2 ? 2 : 1"));
        QCOMPARE(changed.topology.groups[0].fields["count"], Json("CLIENTS"));
        QCOMPARE(changed.workloads[0].fields["stages"][0]["workers"], Json("2 * CLIENTS"));
        QCOMPARE(changed.workloads[0].operations[0].fields["arguments"]["size"], Json("CLIENTS * 1 KiB"));
        QCOMPARE(changed.studies[0].space[0].parameter, std::string("CLIENTS"));
        QCOMPARE(changed.measurements[0].fields["case"], Json({{"CLIENTS", "workers"}}));
        QVERIFY(!text().contains("WORKERS"));
        QCOMPARE(model_->undoStack()->count(), 1);
        QCOMPARE(model_->undoStack()->undoText(), QString("Rename WORKERS to CLIENTS"));
        const QByteArray after = text();
        model_->undoStack()->undo();
        QCOMPARE(text(), before_);
        model_->undoStack()->redo();
        QCOMPARE(text(), after);
    }

    void figuresOfItsComponentFollowANewName()
    {
        project::Project project = named();
        blockOf(project, "parse")->fields["work"] = "1 ms / DISK.cores + DISKS.cores";
        project.results = {{"share", {{"value", "DISK.throughput / DISK.capacity_B"}}}}; // DISK is an operation, too
        model_->setProject(project);
        before_ = text();
        QCOMPARE(usesOfParameter(model_->project(), "DISK").size(), std::size_t(3));
        QVERIFY(renameParameter(*model_, "DISK", "DRIVE"));
        auto changed = model_->project();
        QCOMPARE(blockOf(changed, "parse")->fields["work"], Json("1 ms / DRIVE.cores + DISKS.cores"));
        QCOMPARE(changed.results[0].fields["value"], Json("DISK.throughput / DRIVE.capacity_B"));
        model_->undoStack()->undo();
        QCOMPARE(text(), before_);
    }

    void anArgumentPassedByItsNameKeepsItWhenTheParameterIsRenamed()
    {
        project::Project project = named();
        project.workloads[0].operations[0].fields["arguments"] = {"WORKERS", "key"};
        model_->setProject(project);
        QVERIFY(renameParameter(*model_, "WORKERS", "CLIENTS"));
        QCOMPARE(model_->project().workloads[0].operations[0].fields["arguments"],
                 Json({{"WORKERS", "CLIENTS"}, {"key", "key"}}));
    }

    void aNewNameIsFollowedByTheConditionsOfGoals()
    {
        project::Project project = named();
        project.goals = {{"grown", {{"metric", "price"}, {"at_most", 1}, {"with", {{"WORKERS", "2 * WORKERS"}}}}}};
        model_->setProject(project);
        QVERIFY(renameParameter(*model_, "WORKERS", "CLIENTS"));
        QCOMPARE(QString::fromStdString(model_->project().goals[0].fields["with"].dump()),
                 QString(R"({"CLIENTS":"2 * CLIENTS"})"));
    }

    void aNewNameOfARoleIsFollowedByTheNumberOfItsNodes()
    {
        project::Project project = named();
        project.topology.groups[0].fields["count"] = 3;
        blockOf(project, "parse")->fields["work"] = "1 ms * nodes(\"proxy-server\")";
        project.workloads[0].fields["workers"] = "4 * nodes(\"proxy-server\")";
        model_->setProject(project);
        before_ = text();
        QVERIFY(renameRole(*model_, "proxy-server", "proxy"));
        auto changed = model_->project();
        const auto* put = project::findDiagram(changed, "proxy/PUT/full");
        QCOMPARE(project::findBlock(*put, "parse")->fields["work"], Json("1 ms * nodes(proxy)"));
        QCOMPARE(changed.workloads[0].fields["workers"], Json("4 * nodes(proxy)"));
        QCOMPARE(model_->undoStack()->count(), 1);
        model_->undoStack()->undo();
        QCOMPARE(text(), before_);
    }

    void aNameThatWouldMeanSomethingElseIsRefusedWithTheReason()
    {
        const auto refusal = [this](const char* to) { return renameRefusal(model_->project(), "WORKERS", to); };
        QVERIFY(refusal("THREADS").isEmpty());
        QVERIFY(refusal("two words").contains("letters"));
        QVERIFY(refusal("DISK").contains("already"));
        QVERIFY(refusal("min").contains("min"));
        // The diagram's operation has an argument called so, which would take the parameter's place.
        QVERIFY(refusal("size").contains("proxy-server"));
        QVERIFY(!renameParameter(*model_, "WORKERS", "size"));
        QCOMPARE(text(), before_);
    }

    void whatMeansTheRequestsOwnVariableStaysAsItIs()
    {
        model_->setProject([] {
            auto project = named();
            project::findBehaviour(project, "proxy-server")->role.operations[0].arguments = {{"WORKERS", "number", {}}};
            return project;
        }());
        QVERIFY(renameParameter(*model_, "WORKERS", "CLIENTS"));
        auto changed = model_->project();
        QCOMPARE(blockOf(changed, "parse")->fields["work"], Json("0.2 ms * WORKERS"));
        QCOMPARE(changed.topology.groups[0].fields["count"], Json("CLIENTS"));
    }

    void parametersAreAddedMovedAndDeletedByOneStepEach()
    {
        const QString added = addParameter(*model_, parameter("", ParameterType::quantity, "1 s"));
        QCOMPARE(names(), QStringList({"WORKERS", "DISK", "FABRIC", added}));
        moveParameter(*model_, added, 0);
        QCOMPARE(names(), QStringList({added, "WORKERS", "DISK", "FABRIC"}));
        moveParameter(*model_, "WORKERS", 99);
        QCOMPARE(names(), QStringList({added, "DISK", "FABRIC", "WORKERS"}));
        deleteParameter(*model_, "DISK");
        QCOMPARE(names(), QStringList({added, "FABRIC", "WORKERS"}));
        QCOMPARE(model_->undoStack()->count(), 4);
        while (model_->undoStack()->canUndo())
            model_->undoStack()->undo();
        QCOMPARE(text(), before_);
    }

    void aDescriptionThatIsTypedIsOneStep()
    {
        for (const char* typed : {"H", "Ho", "How"}) {
            auto changed = *project::findParameter(model_->project(), "WORKERS");
            changed.description = typed;
            replaceParameter(*model_, changed, "Describe WORKERS", 7);
        }
        QCOMPARE(model_->undoStack()->count(), 1);
        QCOMPARE(project::findParameter(model_->project(), "WORKERS")->description, std::string("How"));
        model_->undoStack()->undo();
        QCOMPARE(text(), before_);
    }

    void tickedAlternativesLieInTheFile()
    {
        auto changed = *project::findParameter(model_->project(), "WORKERS");
        changed.alternatives = {1, 8, 64};
        project::setTicked(changed, {8, 64});
        replaceParameter(*model_, changed, "Tick");
        QVERIFY(text().contains("\"ticked\": [8, 64]"));
        QCOMPARE(project::tickedOf(*project::findParameter(model_->project(), "WORKERS")).size(), std::size_t(2));
    }

    void fieldsOfSeveralElementsAreSetAsOneStepAndTypingMerges()
    {
        for (int count : {1, 12, 128})
            QVERIFY(setFields(*model_, "Set count",
                              {{ElementRef::nodeGroup("clients"), "count", count},
                               {ElementRef::nodeGroup("clients"), "sockets", 1},
                               {ElementRef::nodeGroup("storage"), "count", count}},
                              3));
        QCOMPARE(model_->field(ElementRef::nodeGroup("storage"), "count"), Json(128));
        QCOMPARE(model_->field(ElementRef::nodeGroup("clients"), "sockets"), Json(1));
        model_->undoStack()->undo();
        model_->undoStack()->undo();
        QCOMPARE(text(), before_);
    }

    void whatIsTypedAndTypedBackIsNoStep()
    {
        for (int count : {12, 128, 2})
            QVERIFY(setFields(*model_, "Set count", {{ElementRef::nodeGroup("proxies"), "count", count}}, 4));
        QCOMPARE(text(), before_);
        QCOMPARE(model_->undoStack()->count(), 0);
    }

private:
    QByteArray text() const { return QByteArray::fromStdString(project::toText(model_->project())); }
    QStringList names() const
    {
        QStringList list;
        for (const auto& each : model_->project().parameters)
            list.append(QString::fromStdString(each.name));
        return list;
    }

    std::unique_ptr<DocumentModel> model_;
    QByteArray before_;
};

HEADROOM_WIDGET_TEST(ParameterEditsTest)
#include "parameter_edits_test.moc"
