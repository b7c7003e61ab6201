// Editing a document: every change can be undone exactly, and nothing leaves the document inconsistent.

#include "project/project_file.h"
#include "project/vocabulary/block_catalogue.h"
#include "sample_project.h"
#include "tests/widget_tests.h"
#include "tests/widgets/document/invariants.h"
#include "undo_oracle.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/fabric_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/document/edits/topology_parts.h"
#include "widgets/document/model/commands.h"
#include "widgets/document/model/document_model.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/document/wires/wire_rules.h"

#include <QSignalSpy>
#include <QTest>
#include <random>

using namespace headroom::widgets;
using headroom::project::Json;

namespace {

template <typename List>
const auto& anyOf(const List& list, std::mt19937& random)
{
    return list[random() % list.size()];
}

/// One random edit of what lies in a node group, or of the fabrics beside the first.
void editParts(DocumentModel& model, const headroom::project::NodeGroup& group, std::mt19937& random)
{
    const QString owner = QString::fromStdString(group.id);
    const char* kinds[] = {"disk", "ssd", "nvme", "controller", "expander"};
    const QString devices = group.devices.empty() ? QString() : QString::fromStdString(anyOf(group.devices, random).id);
    switch (random() % 8) {
    case 0:
        deletePart(model, ElementRef::device(owner, devices));
        break;
    case 1:
        if (!group.controllers.empty())
            deletePart(model, {ElementKind::controller, {owner, QString::fromStdString(group.controllers.front().id)}});
        break;
    case 2:
        bindVolume(model, owner, random() % 2 ? "objects" : "journal", random() % 3 ? devices : QString());
        break;
    case 3:
        moveRole(model, "proxy-server", owner,
                 QString::fromStdString(anyOf(model.project().topology.groups, random).id));
        break;
    case 4: {
        headroom::project::Fabric fabric;
        fabric.fields = {{"generate", random() % 2 ? "leaf-spine" : "drawn"}, {"spines", random() % 4}};
        fabric.switches = {{"lone", "", Json::object()}};
        setFabric(model, random() % 2 ? "made" : freshFabricId(model.project()), fabric);
        break;
    }
    case 5:
        if (model.project().topology.fabrics.size() > 1)
            deleteFabric(model, QString::fromStdString(model.project().topology.fabrics.back().id));
        break;
    case 6:
        if (!group.controllers.empty() && !devices.isEmpty())
            setField(model, ElementRef::device(owner, devices), "controller", group.controllers.back().id);
        break;
    default:
        addPart(model, owner, kinds[random() % 5]);
    }
}

/// One random edit, drawn from everything the model offers.
void editAtRandom(DocumentModel& model, std::mt19937& random)
{
    const QString path = sample::putPath;
    const auto& project = model.project();
    const auto& diagram = project.behaviours.front().role.operations.front().diagrams.front();
    const auto& groups = project.topology.groups;
    const auto id = [](const std::string& text) { return QString::fromStdString(text); };
    const QPointF point(static_cast<int>(random() % 900), static_cast<int>(random() % 600));
    const bool blocks = !diagram.blocks.empty();
    switch (random() % 15) {
    case 0:
    case 1:
        addBlock(model, path, id(anyOf(headroom::project::vocabulary().types(), random).name), point);
        break;
    case 2:
        if (blocks)
            deleteBlocksAndWires(model, path, {id(anyOf(diagram.blocks, random).id)});
        break;
    case 3:
    case 4:
        if (blocks) {
            const auto& from = anyOf(diagram.blocks, random);
            const auto outputs = headroom::project::vocabulary().outputsOf(from);
            if (!outputs.empty())
                addWire(model, path,
                        {from.id, anyOf(outputs, random).name, anyOf(diagram.blocks, random).id, "in", Json::object()});
        }
        break;
    case 5:
        if (!diagram.wires.empty()) {
            const auto wire = anyOf(diagram.wires, random);
            deleteBlocksAndWires(model, path, {}, {wire});
        }
        break;
    case 6:
        if (blocks)
            moveItems(model, path, {{id(anyOf(diagram.blocks, random).id), point}}, static_cast<int>(random() % 3) - 1);
        break;
    case 7:
        if (blocks)
            setField(model, ElementRef::block(path, id(anyOf(diagram.blocks, random).id)),
                     random() % 2 ? "name" : "note", random() % 3 ? Json("x" + std::to_string(random() % 9)) : Json());
        break;
    case 8:
        setParameter(model, "WORKERS", static_cast<int>(random() % 256));
        break;
    case 9:
        random() % 2 ? addNodeGroup(model, point) : addSwitch(model, "rack", point);
        break;
    case 10: {
        const auto& fabric = project.topology.fabrics.front();
        const QStringList boxes = random() % 2 && !fabric.switches.empty()
                                      ? QStringList{id(anyOf(fabric.switches, random).id)}
                                  : groups.empty() ? QStringList()
                                                   : QStringList{id(anyOf(groups, random).id)};
        deleteTopologyItems(model, "rack", boxes, {});
        break;
    }
    case 11: {
        const auto& fabric = project.topology.fabrics.front();
        if (!groups.empty() && !fabric.switches.empty())
            addLink(model, "rack", id(anyOf(groups, random).id), id(anyOf(fabric.switches, random).id));
        break;
    }
    case 12:
        if (!groups.empty()) {
            const auto group = anyOf(groups, random);
            editParts(model, group, random);
        }
        break;
    case 13:
        if (blocks)
            setWidths(model, path, {{id(anyOf(diagram.blocks, random).id), static_cast<int>(random() % 400)}},
                      static_cast<int>(random() % 3) - 1);
        break;
    default:
        if (!groups.empty())
            setRole(model, id(anyOf(groups, random).id), "proxy-server", random() % 2);
    }
}

} // namespace

class DocumentModelTest : public QObject
{
    Q_OBJECT

private slots:
    void aFieldIsSetUndoneAndRedone();
    void takingAFieldOutRestoresItsPlaceWhenUndone();
    void settingTheSameValueIsNoStep();
    void deletingABlockTakesItsWiresAndUndoBringsBothBack();
    void neighboursThatAreDeletedTogetherComeBackToTheirPlaces();
    void movesOfOneGestureAreOneStep();
    void positionsLieOnTheGrid();
    void widthsOfSeveralBlocksAreOneStep();
    void theUsualWidthIsNotStored();
    void theBoxesOfALibraryHaveTheirPlacesInsideGroupsToo();
    void editingALibraryBlockMakesAnOwnCopy();
    void movingALibraryBlockKeepsTheReference();
    void wiresThatMakeNoSenseAreRefusedWithAReason();
    void deletingANodeGroupTakesItsLinks();
    void anotherFabricsSwitchOfTheSameNameStays();
    void savedStateIsClean();
    void signalsComeOnceForAWholeStep();
    void randomEditsAreUndoneExactly();
    void aStepThatIsNotUndoneExactlyIsNoticed();
};

void DocumentModelTest::aFieldIsSetUndoneAndRedone()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const auto join = ElementRef::block(sample::putPath, "join");
    QVERIFY(setField(model, join, "grace", "1 s"));
    QVERIFY(model.field(join, "grace") == Json("1 s"));
    model.undoStack()->undo();
    QVERIFY(model.field(join, "grace") == Json("500 ms"));
    model.undoStack()->redo();
    QVERIFY(model.field(join, "grace") == Json("1 s"));
    QVERIFY(!setField(model, ElementRef::block(sample::putPath, "nobody"), "grace", 1));
}

void DocumentModelTest::takingAFieldOutRestoresItsPlaceWhenUndone()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const std::string before = sample::textOf(model);
    setField(model, ElementRef::block(sample::putPath, "join"), "mode", Json());
    QVERIFY(model.field(ElementRef::block(sample::putPath, "join"), "mode").is_null());
    model.undoStack()->undo();
    QCOMPARE(sample::textOf(model), before);
}

void DocumentModelTest::settingTheSameValueIsNoStep()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    setParameter(model, "WORKERS", 64);
    QCOMPARE(model.undoStack()->count(), 0);
}

void DocumentModelTest::deletingABlockTakesItsWiresAndUndoBringsBothBack()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const std::string before = sample::textOf(model);
    deleteBlocksAndWires(model, sample::putPath, {"call"});
    const auto* diagram = headroom::project::findDiagram(model.project(), sample::putPath);
    QVERIFY(!headroom::project::findBlock(*diagram, "call"));
    QCOMPARE(diagram->wires.size(), std::size_t(5));
    QCOMPARE(invariantBreaches(model.project()), QStringList());
    QCOMPARE(model.undoStack()->undoText(), QString("Delete call"));
    model.undoStack()->undo();
    QCOMPARE(sample::textOf(model), before);
}

void DocumentModelTest::neighboursThatAreDeletedTogetherComeBackToTheirPlaces()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    for (const char* block : {"start", "parse", "call", "join", "reply"})
        moveItems(model, sample::putPath, {{block, QPointF(80, 80)}});
    const std::string before = sample::textOf(model);
    deleteBlocksAndWires(model, sample::putPath, {"parse", "call"});
    model.undoStack()->undo();
    QCOMPARE(sample::textOf(model), before);
}

void DocumentModelTest::movesOfOneGestureAreOneStep()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const std::string before = sample::textOf(model);
    for (int x = 8; x <= 80; x += 8)
        moveItems(model, sample::putPath, {{"join", QPointF(x, 0)}}, 1);
    moveItems(model, sample::putPath, {{"join", QPointF(0, 80)}}, 2);
    QCOMPARE(model.undoStack()->count(), 2);
    model.undoStack()->undo();
    QCOMPARE(model.position(sample::putPath, "join"), std::optional(QPointF(80, 0)));
    model.undoStack()->undo();
    QCOMPARE(sample::textOf(model), before);
}

void DocumentModelTest::positionsLieOnTheGrid()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    moveItems(model, sample::putPath, {{"join", QPointF(101, -13)}});
    QCOMPARE(model.position(sample::putPath, "join"), std::optional(QPointF(104, -16)));
}

void DocumentModelTest::widthsOfSeveralBlocksAreOneStep()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const std::string before = sample::textOf(model);
    QSignalSpy changed(&model, &DocumentModel::positionsChanged);
    setWidths(model, sample::putPath, {{"md5", 203}, {"parse", 5}, {"join", 9999}});
    QCOMPARE(allWidths(model.project(), sample::putPath),
             (QHash<QString, int>{{"md5", 200}, {"parse", BlockWidth::least}, {"join", BlockWidth::most}}));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(model.undoStack()->count(), 1);
    QCOMPARE(model.undoStack()->undoText(), QString("Width of 3 blocks"));
    setWidths(model, sample::putPath, {{"md5", 200}});
    QCOMPARE(model.undoStack()->count(), 1); // it has this width
    setWidths(model, sample::putPath, {{"md5", 208}}, 4);
    setWidths(model, sample::putPath, {{"md5", 216}}, 4);
    QCOMPARE(model.undoStack()->count(), 2);
    moveItems(model, sample::putPath, {{"md5", QPointF(8, 8)}}, 4);
    setWidths(model, sample::putPath, {{"md5", 224}}, 4);
    QCOMPARE(model.undoStack()->count(), 4); // a move of the same group is another kind of step
    model.undoStack()->setIndex(0);
    QCOMPARE(sample::textOf(model), before);
}

void DocumentModelTest::theUsualWidthIsNotStored()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const std::string before = sample::textOf(model);
    setWidths(model, sample::putPath, {{"md5", BlockWidth::usual}});
    QCOMPARE(model.undoStack()->count(), 0);
    setWidths(model, sample::putPath, {{"md5", 200}, {"parse", 160}});
    setWidths(model, sample::putPath, {{"md5", BlockWidth::usual}});
    QCOMPARE(allWidths(model.project(), sample::putPath), (QHash<QString, int>{{"parse", 160}}));
    setWidths(model, sample::putPath, {{"parse", BlockWidth::usual}});
    QCOMPARE(sample::textOf(model), before);
}

void DocumentModelTest::theBoxesOfALibraryHaveTheirPlacesInsideGroupsToo()
{
    const headroom::project::Project project = sample::cluster(true);
    const auto& reference = *project.behaviours.front().reference;
    headroom::project::BehaviourLibrary library;
    library.id = reference.library;
    const std::string inside = "/PUT/full/row/full";
    library.view.drawings[reference.role + inside].positions = headroom::project::Places{{"step", {80, 96}}};
    library.view.drawings["other-role" + inside].positions = headroom::project::Places{{"step", {0, 0}}};
    const PlacesByPath places = libraryPositions(project, {library});
    QCOMPARE(places.size(), std::size_t(1));
    const headroom::project::Point* step = places.at(project.behaviours.front().role.id + inside).find("step");
    QVERIFY(step);
    QVERIFY(*step == (headroom::project::Point{80, 96}));
}

void DocumentModelTest::editingALibraryBlockMakesAnOwnCopy()
{
    DocumentModel model;
    model.setProject(sample::cluster(true));
    const std::string before = sample::textOf(model);
    setField(model, ElementRef::block(sample::putPath, "join"), "k", 3);
    QVERIFY(!model.project().behaviours.front().reference);
    QCOMPARE(model.undoStack()->count(), 1);
    model.undoStack()->undo();
    QVERIFY(model.project().behaviours.front().reference.has_value());
    QCOMPARE(model.project().behaviours.front().reference->library, std::string("swift"));
    QVERIFY(model.field(ElementRef::block(sample::putPath, "join"), "k") == Json(2));
    QCOMPARE(sample::textOf(model), before);
}

void DocumentModelTest::movingALibraryBlockKeepsTheReference()
{
    DocumentModel model;
    model.setProject(sample::cluster(true));
    moveItems(model, sample::putPath, {{"join", QPointF(8, 8)}});
    setWidths(model, sample::putPath, {{"join", 200}});
    setField(model, {ElementKind::binding, {"proxy-server"}}, "md5_cost", "2 ns");
    QVERIFY(model.project().behaviours.front().reference.has_value());
}

void DocumentModelTest::wiresThatMakeNoSenseAreRefusedWithAReason()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const std::string before = sample::textOf(model);
    QVERIFY(wireRefusal(model.project(), sample::putPath, sample::wire("parse", "next", "join")).contains("Fork"));
    QVERIFY(wireRefusal(model.project(), sample::putPath, sample::wire("reply", "next", "parse")).contains("Loop"));
    QVERIFY(!wireRefusal(model.project(), sample::putPath, sample::wire("reply", "next", "start")).isEmpty());
    QVERIFY(!wireRefusal(model.project(), sample::putPath, sample::wire("reply", "out", "join")).isEmpty());
    QVERIFY(wireRefusal(model.project(), sample::putPath, sample::wire("call", "timeout", "join")).isEmpty());
    QVERIFY(!addWire(model, sample::putPath, sample::wire("reply", "next", "parse")));
    QCOMPARE(sample::textOf(model), before);
    QCOMPARE(model.undoStack()->count(), 0);

    const QString loop = addBlock(model, sample::putPath, "loop", {});
    QVERIFY(addWire(model, sample::putPath, {loop.toStdString(), "body", "parse", "in", Json::object()}));
    QVERIFY(addWire(model, sample::putPath, {"reply", "next", loop.toStdString(), "again", Json::object()}));
}

void DocumentModelTest::deletingANodeGroupTakesItsLinks()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const std::string before = sample::textOf(model);
    deleteTopologyItems(model, "rack", {"storage"}, {});
    QCOMPARE(model.project().topology.groups.size(), std::size_t(2));
    QCOMPARE(model.project().topology.fabrics.front().links.size(), std::size_t(2));
    QCOMPARE(invariantBreaches(model.project()), QStringList());
    model.undoStack()->undo();
    QCOMPARE(sample::textOf(model), before);
}

void DocumentModelTest::anotherFabricsSwitchOfTheSameNameStays()
{
    auto project = sample::cluster();
    project.topology.fabrics.push_back(project.topology.fabrics.front());
    project.topology.fabrics.back().id = "slow";
    DocumentModel model;
    model.setProject(project);
    moveItems(model, topologyPath, {{"tor", QPointF(80, 80)}});
    deleteTopologyItems(model, "rack", {"tor"}, {});
    QVERIFY(model.project().topology.fabrics.front().links.empty());
    QCOMPARE(model.project().topology.fabrics.back().switches.size(), std::size_t(1));
    QCOMPARE(model.project().topology.fabrics.back().links.size(), std::size_t(3));
    QVERIFY(model.position(topologyPath, "tor").has_value());
}

void DocumentModelTest::savedStateIsClean()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    QVERIFY(model.isClean());
    QSignalSpy clean(&model, &DocumentModel::cleanChanged);
    setParameter(model, "WORKERS", 128);
    QVERIFY(!model.isClean());
    model.markSaved();
    QVERIFY(model.isClean());
    model.undoStack()->undo();
    QVERIFY(!model.isClean());
    QCOMPARE(clean.count(), 3);
}

void DocumentModelTest::signalsComeOnceForAWholeStep()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    QSignalSpy structure(&model, &DocumentModel::structureChanged);
    QSignalSpy positions(&model, &DocumentModel::positionsChanged);
    deleteBlocksAndWires(model, sample::putPath, {"call", "stream", "md5"});
    QCOMPARE(structure.count(), 1);
    QCOMPARE(structure.first().first().toString(), QString(sample::putPath));
    QCOMPARE(positions.count(), 0);
}

void DocumentModelTest::randomEditsAreUndoneExactly()
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        std::mt19937 random(seed);
        DocumentModel model;
        model.setProject(sample::cluster(true));
        sample::UndoOracle oracle(model);
        for (int step = 0; step < 400; ++step) {
            if (random() % 5 == 0) {
                model.undoStack()->undo();
                QCOMPARE(oracle.breachHere(), QString());
            } else if (random() % 9 == 0) {
                model.undoStack()->redo();
                QCOMPARE(oracle.breachHere(), QString());
            } else {
                editAtRandom(model, random);
                oracle.edited();
            }
            const QStringList breaches = invariantBreaches(model.project());
            QVERIFY2(breaches.isEmpty(), qPrintable(breaches.join('\n')));
        }
        QVERIFY(model.undoStack()->index() > 50);
        QCOMPARE(oracle.breach(), QString());
    }
}

namespace {

/// A step that changes the document and, as told, does not bring it back, or does not do it again.
class BrokenStep : public QUndoCommand
{
public:
    enum class Fault
    {
        undoDoesNothing,
        undoLeavesATrace,
        undoChangesTheOrder,
        redoDoesNothing
    };
    BrokenStep(DocumentModel& model, Fault fault) : model_(model), fault_(fault) {}

    void redo() override
    {
        if (done_ && fault_ == Fault::redoDoesNothing)
            return;
        done_ = true;
        project().name += "!";
        if (fault_ == Fault::undoChangesTheOrder)
            std::swap(project().topology.groups.front(), project().topology.groups.back());
    }
    void undo() override
    {
        if (fault_ == Fault::undoDoesNothing)
            return;
        project().name.pop_back();
        if (fault_ == Fault::undoLeavesATrace)
            project().view.drawings["nowhere"].positions.emplace();
    }

private:
    headroom::project::Project& project() { return ModelAccess::project(model_); }

    DocumentModel& model_;
    Fault fault_;
    bool done_ = false;
};

} // namespace

void DocumentModelTest::aStepThatIsNotUndoneExactlyIsNoticed()
{
    using Fault = BrokenStep::Fault;
    for (const Fault fault :
         {Fault::undoDoesNothing, Fault::undoLeavesATrace, Fault::undoChangesTheOrder, Fault::redoDoesNothing}) {
        DocumentModel model;
        model.setProject(sample::cluster(true));
        sample::UndoOracle oracle(model);
        std::mt19937 random(1);
        const auto editSome = [&] {
            for (int i = 0; i < 20; ++i) {
                editAtRandom(model, random);
                oracle.edited();
            }
        };
        editSome();
        QCOMPARE(oracle.breach(), QString());
        const int broken = model.undoStack()->index() + 1;
        model.undoStack()->push(new BrokenStep(model, fault));
        oracle.edited();
        setParameter(model, "WORKERS", 7);
        oracle.edited();
        const QString found = oracle.breach();
        const int step = fault == Fault::redoDoesNothing ? broken : broken - 1;
        QCOMPARE(found, QString("the document is not what it was at step %1").arg(step));
    }
}

HEADROOM_WIDGET_TEST(DocumentModelTest)
#include "document_model_test.moc"
