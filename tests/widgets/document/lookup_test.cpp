// Finding, showing and going to elements follows from a document's description, also in sections that no widget knows.
#include "project/structure/describe_studies.h"
#include "sample_project.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/call_edits.h"
#include "widgets/document/edits/component_swap.h"
#include "widgets/document/lookup/called_arguments.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/document/lookup/find_text.h"
#include "widgets/document/lookup/inspected_element.h"
#include "widgets/document/lookup/place_at.h"
#include "widgets/document/lookup/uncalled_operations.h"
#include "widgets/theme/text.h"

#include <QtTest>

using namespace headroom;
using namespace headroom::widgets;
using project::Json;

namespace {

project::Project withStudies()
{
    project::Project project = sample::cluster();
    project.goals = {{"quick", {{"metric", "PUT.latency.p99"}, {"at_most", "50 ms"}}}};
    project.studies = {{"devices", {{"WORKERS", {1, 2}, {{"scale", "log"}}}}, {"PUT.per_s"}, {{"design", "paired"}}}};
    project.measurements = {{"rack", {{"file", "measured.csv"}}}};
    return project;
}

} // namespace

class LookupTest : public QObject
{
    Q_OBJECT

private slots:
    void anOperationThatNothingAsksForIsNoted()
    {
        project::Project project = sample::cluster();
        QVERIFY(uncalledOperations(project).empty()); // nothing is asked for before there is a workload
        project::Workload load;
        load.id = "load";
        load.role = "proxy-server";
        load.operations.push_back({"PUT", Json::object()});
        project.workloads = {load};
        QVERIFY(uncalledOperations(project).empty());
        project::Operation forgotten = project.behaviours[0].role.operations[0];
        forgotten.id = "checkpoint";
        project.behaviours[0].role.operations.push_back(forgotten);
        const project::Findings notes = uncalledOperations(project);
        QCOMPARE(notes.size(), std::size_t(1));
        QCOMPARE(notes[0].severity, project::Severity::note);
        const auto place = placeAt(project, QString::fromStdString(notes[0].pointer));
        QVERIFY(place && place->element.kind == ElementKind::operation);
        QVERIFY(isToDo(notes[0]));
        project.behaviours[0].role.operations.back().diagrams[0].blocks[0].fields["queue"] = "dirty";
        QVERIFY(uncalledOperations(project).empty()); // messages begin it
    }

    void aGoalWithNodesDownOffersTheNodeGroups()
    {
        const project::Project project = withStudies();
        const auto* down = project::findField(project::goalFields(), "down");
        QVERIFY(down);
        QStringList names;
        for (const DeclaredName& each : declaredNames(project, {ElementKind::goal, {"quick"}}, *down))
            names.append(each.name);
        QStringList groups;
        for (const project::NodeGroup& group : project.topology.groups)
            groups.append(QString::fromStdString(group.id));
        QVERIFY(!groups.isEmpty());
        QCOMPARE(names, groups);
        QCOMPARE(fieldLabel(project, {ElementKind::goal, {"quick"}}, "at_most"), QString("at most"));
        QCOMPARE(fieldLabel(project, {ElementKind::goal, {"quick"}}, "of_another"), QString("of another"));
    }

    void goalsStudiesAndMeasurementsAreFound()
    {
        const auto found = [project = withStudies()](const char* sought) {
            const auto hits = findText(project, sought);
            return hits.isEmpty() ? Hit() : hits.last();
        };
        QCOMPARE(found("latency.p99").element, (ElementRef{ElementKind::goal, {"quick"}}));
        QCOMPARE(found("latency.p99").place, QString("Goal quick"));
        QCOMPARE(found("latency.p99").text, QString("Metric: PUT.latency.p99"));
        QCOMPARE(found("PUT.per_s").element, (ElementRef{ElementKind::study, {"devices"}}));
        QCOMPARE(found("Scale: log").element, (ElementRef{ElementKind::axis, {"devices", "WORKERS"}}));
        QCOMPARE(found("Scale: log").place, QString("Study devices › WORKERS"));
        QCOMPARE(found("measured.csv").element, (ElementRef{ElementKind::measurement, {"rack"}}));
    }

    void theyOpenInTheInspectorWithTheirDeclaredFields()
    {
        const project::Project project = withStudies();
        const auto goal = inspectedElement(project, {ElementKind::goal, {"quick"}});
        QVERIFY(goal);
        QCOMPARE(goal->kind, QString("Goal"));
        QCOMPARE(goal->name, QString("quick"));
        QVERIFY(goal->nameEditable);
        QVERIFY(project::findField(goal->fields, "at_most"));
        QCOMPARE(goal->values["at_most"], Json("50 ms"));
        QVERIFY(inspectedElement(project, {ElementKind::axis, {"devices", "WORKERS"}}));
        QVERIFY(!inspectedElement(project, {ElementKind::goal, {"slow"}}));
    }

    void theReferenceProcessorOfARoleIsTheDefaultOfItsBlocks()
    {
        project::Project project = sample::cluster();
        const auto shown = [&project] {
            const auto block = inspectedElement(project, {ElementKind::block, {sample::putPath, "parse"}});
            return project::findField(block->fields, "reference")->defaultValue;
        };
        QCOMPARE(shown(), project::Json("Intel_Xeon_Processor_E5_2695_v3"));
        project::findBehaviour(project, "proxy-server")->role.workers["reference"] = "fast";
        QCOMPARE(shown(), project::Json("fast"));
    }

    /// Fields without an effect beside others are left out; one that is set stays, with its warning.
    void onlyTheFieldsThatApplyAreShown()
    {
        project::Project project = sample::cluster();
        project.disturbances = {{"cut", {{"what", "link"}, {"target", "a"}, {"at", "1 s"}}}};
        const auto has = [&](const char* field) {
            const auto shown = inspectedElement(project, {ElementKind::disturbance, {"cut"}});
            return project::findField(shown->fields, field) != nullptr;
        };
        QVERIFY(has("number") && has("until"));
        QVERIFY(!has("devices") && !has("role") && !has("instance") && !has("factor"));
        Json& fields = project.disturbances.front().fields;
        fields["factor"] = 0.2;
        QVERIFY(has("factor"));
        fields["action"] = "slow";
        fields["what"] = "daemon";
        QVERIFY(has("factor") && has("role") && has("instance") && !has("devices"));
        fields["what"] = "KIND_OF_FAILURE"; // a parameter decides
        QVERIFY(has("devices") && has("role"));
    }

    void aRoleShowsItsWorkersWhichOwnTheirFields()
    {
        project::Project project = sample::cluster();
        project::Role& role = project::findBehaviour(project, "proxy-server")->role;
        role.workers = {{"kind", "threads"}, {"count", 16}};
        const ElementRef element{ElementKind::binding, {"proxy-server"}};
        const ElementRef workers{ElementKind::workers, {"proxy-server"}};
        const auto shown = inspectedElement(project, element);
        QCOMPARE(shown->values["kind"], Json("threads"));
        QCOMPARE(shown->values["count"], Json(16));
        QVERIFY(project::findField(shown->fields, "count"));
        QVERIFY(ownerOf(project, element, "count") == workers);
        QVERIFY((ownerOf(project, element, "description") == ElementRef{ElementKind::role, {"proxy-server"}}));
        // Each thread per request is one worker: there is no number of them.
        role.workers = {{"kind", "thread per request"}};
        QVERIFY(!project::findField(inspectedElement(project, element)->fields, "count"));
        // A parameter of the role has the name for itself.
        role.parameters.emplace_back().name = "count";
        QVERIFY(project::findField(inspectedElement(project, element)->fields, "count"));
        QVERIFY(ownerOf(project, element, "count") == element);
    }

    void aCallShowsTheFieldsOfItsSelector()
    {
        project::Project project = sample::cluster();
        project::Diagram& diagram = *project::findDiagram(project, sample::putPath);
        diagram.blocks.emplace_back();
        diagram.blocks.back().id = "ask";
        diagram.blocks.back().type = "call";
        const auto has = [&](const char* field) {
            const auto shown = inspectedElement(project, {ElementKind::block, {sample::putPath, "ask"}});
            return project::findField(shown->fields, field) != nullptr;
        };
        QVERIFY(has("among") && !has("ring") && !has("key") && !has("device") && !has("index"));
        diagram.blocks.back().fields["selector"] = "ring";
        QVERIFY(has("ring") && has("key") && has("candidate") && !has("among"));
    }

    void aJoinIsOfferedTheBlocksWhosePathsItCanCollect()
    {
        const project::Project project = sample::cluster();
        const auto block = inspectedElement(project, {ElementKind::block, {sample::putPath, "join"}});
        const auto offered = candidatesFor(project, {}, {ElementKind::block, {sample::putPath, "join"}},
                                           *project::findField(block->fields, "of"));
        QCOMPARE(offered.size(), 1);
        QCOMPARE(offered.front().value, QString("replicas"));
    }

    void aDeviceIsOfferedTheParametersThatNameOne()
    {
        project::Project project = sample::cluster();
        for (const auto& [name, kinds] : std::vector<std::pair<std::string, std::vector<std::string>>>{
                 {"DRIVE", {"disk", "ssd"}}, {"CHIP", {"processor"}}, {"ANY", {}}}) {
            project::Parameter& parameter = project.parameters.emplace_back();
            parameter.name = name;
            parameter.type = project::ParameterType::component;
            parameter.kinds = kinds;
        }
        const ElementRef device{ElementKind::device, {"storage", "data"}};
        const auto inspected = inspectedElement(project, device);
        const auto* field = project::findField(inspected->fields, "component");
        QStringList names;
        for (const Candidate& offered : candidatesFor(project, {}, device, *field))
            names.append(offered.value);
        QVERIFY(names.contains("DRIVE") && names.contains("ANY") && !names.contains("CHIP"));
    }

    void aChosenComponentIsShownByWhatItIsNow()
    {
        project::Project project = sample::cluster();
        project::Parameter& drive = project.parameters.emplace_back();
        drive.name = "FLASH";
        drive.type = project::ParameterType::flag;
        drive.value = true;
        project::ComponentLibrary library;
        project::Findings findings;
        const auto component = [](const char* id, const char* kind, const char* name) {
            return Json{{"id", id},
                        {"kind", kind},
                        {"vendor", "none"},
                        {"model", name},
                        {"parameters", Json::object()},
                        {"source", "a test"},
                        {"confidence", "estimated"}};
        };
        library.add({component("Some_U2", "chassis", "Flash box"), component("Some_LFF", "chassis", "Disk box")},
                    "/components", findings);
        const ElementRef group = ElementRef::nodeGroup("storage");
        const auto* field = project::findField(inspectedElement(project, group)->fields, "chassis");
        const QString written = "FLASH ? Some_U2 : Some_LFF";
        QCOMPARE(previewOf(project, library, group, *field, written), QString("Flash box"));
        project.parameters.back().value = false;
        QCOMPARE(previewOf(project, library, group, *field, written), QString("Disk box"));
        QCOMPARE(displayOf(project, library, written.toStdString()), QString("Disk box"));
    }

    void aCountThatIsComputedIsShownAsTheNumberItIsNow()
    {
        project::Findings findings;
        project::ComponentLibrary library;
        project::Project project = sample::cluster();
        project::Parameter cables;
        cables.name = "CABLES";
        cables.type = project::ParameterType::integer;
        cables.value = 3;
        project.parameters.push_back(cables);
        const auto shown = [&](const char* written) { return displayOf(project, library, std::string(written)); };
        QCOMPARE(shown("ceil(CABLES / 2)"), QString("2"));
        QCOMPARE(shown("CABLES"), QString("3"));
        project::Parameter memory;
        memory.name = "MEMORY";
        memory.type = project::ParameterType::quantity;
        memory.value = "64 GiB";
        project.parameters.push_back(memory);
        QCOMPARE(shown("CABLES > 2 ? MEMORY : 0"), QString("64 GiB"));
        QCOMPARE(shown("25 Gb/s"), QString("25 Gb/s"));
        QCOMPARE(shown("ceil(CABLES / "), QString("ceil(CABLES / "));
        QCOMPARE(shown("rack fabric (new)"), QString("rack fabric (new)"));
    }

    void aSwapReplacesTheComponentInAChoiceToo()
    {
        DocumentModel model;
        project::Project project = sample::cluster();
        for (project::NodeGroup& group : project.topology.groups)
            for (project::DeviceGroup& devices : group.devices)
                devices.fields["component"] = "Another";
        project.topology.groups[2].devices[1].fields["component"] = "2 > 1 ? \"Some_SSD\" : Some_disk";
        model.setProject(project);
        QCOMPARE(componentUses(model.project()).at("Some_SSD"), 1);
        QCOMPARE(swapComponent(model, "Some_SSD", "Newer_SSD"), 1);
        const auto& fields = model.project().topology.groups[2].devices[1].fields;
        QCOMPARE(fields["component"].get<std::string>(), std::string("2 > 1 ? Newer_SSD : Some_disk"));
    }

    void aGoalOnAnotherFigureIsLimitedOnTheSideThatMakesSense()
    {
        project::Project project = withStudies();
        const ElementRef goal{ElementKind::goal, {"quick"}};
        const auto limits = [&](const char* figure) {
            QStringList edits;
            for (const FieldEdit& edit : withConsequences(project, {}, {goal, "metric", figure}))
                if (edit.field != "metric")
                    edits.append(edit.field + ' ' + text(edit.value.dump()));
            return edits;
        };
        QCOMPARE(limits("GET.latency.p99"), QStringList());
        QCOMPARE(limits("capacity.usable"), QStringList({"at_most null"})); // 50 ms are no capacity
        QCOMPARE(limits("PUT.thr"), QStringList());                         // no figure yet
        project.goals[0].fields = {{"metric", "price"}, {"at_most", 1000}};
        QCOMPARE(limits("PUT.throughput"), QStringList({"at_most null", "at_least 1000"}));
        QCOMPARE(limits("power"), QStringList());
        project.goals[0].fields["at_least"] = 10;
        QCOMPARE(limits("PUT.throughput"), QStringList());
    }

    void aCountIsNotRounded()
    {
        const project::Project project = sample::cluster();
        const ElementRef group = ElementRef::nodeGroup("storage");
        const auto inspected = inspectedElement(project, group);
        const auto* count = project::findField(inspected->fields, "count");
        QCOMPARE(previewOf(project, {}, group, *count, "4 * 1024"), QString("4096"));
        QCOMPARE(previewOf(project, {}, group, *count, "10 / 3"), QString("3.33"));
    }

    void theirProblemsLeadToThem()
    {
        const project::Project project = withStudies();
        const auto limit = placeAt(project, "/goals/0/at_most");
        QVERIFY(limit);
        QCOMPARE(limit->element, (ElementRef{ElementKind::goal, {"quick"}}));
        QCOMPARE(limit->field, QString("at_most"));
        const auto axis = placeAt(project, "/studies/0/space/0/scale");
        QVERIFY(axis);
        QCOMPARE(axis->element, (ElementRef{ElementKind::axis, {"devices", "WORKERS"}}));
        QVERIFY(!placeAt(project, "/goals/7/at_most"));
    }

    void aPointerLeadsToTheNearestElement()
    {
        const project::Project project = sample::cluster();
        const auto at = [&](const char* pointer) { return placeAt(project, pointer).value_or(Place{}); };
        const Place block = at("/behaviours/0/definition/operations/0/diagrams/0/blocks/1/work");
        QCOMPARE(block.element, ElementRef::block(sample::putPath, "parse"));
        QCOMPARE(block.field, QString("work"));
        QCOMPARE(at("/behaviours/0/definition/operations/0/diagrams/0/wires/2").element,
                 (ElementRef{ElementKind::operation, {"proxy-server", "PUT"}}));
        QCOMPARE(at("/behaviours/0/definition/volumes/0").element,
                 (ElementRef{ElementKind::binding, {"proxy-server"}}));
        QCOMPARE(at("/topology/groups/2/devices/1/count").element, ElementRef::device("storage", "data"));
        QCOMPARE(at("/topology/groups/2/roles/0").field, QString("roles"));
        QCOMPARE(at("/run/seed").element, (ElementRef{ElementKind::run, {}}));
        QVERIFY(!placeAt(project, "/name"));
    }
};

HEADROOM_WIDGET_TEST(LookupTest)
#include "lookup_test.moc"
