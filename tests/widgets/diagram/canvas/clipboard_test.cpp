// Copies of parts of drawings, within a project and between projects, and that they leave every document whole.

#include "../../document/undo_oracle.h"
#include "../canvas_desk.h"
#include "project/file/json_writer.h"
#include "tests/widget_tests.h"
#include "tests/widgets/document/invariants.h"
#include "widgets/diagram/canvas/selection_edits.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/document/edits/clipboard.h"

#include <QSignalSpy>
#include <random>

using namespace headroom::widgets;

class ClipboardTest : public QObject
{
    Q_OBJECT

private slots:
    void blocksArePastedWithTheWiresBetweenThem();
    void whatIsPastedLiesBesideTheSelectedBlockAndOverNoOther();
    void aJoinThatIsCopiedWithItsForEachJoinsTheCopy();
    void aSecondStartIsLeftOut();
    void whatIsCutCanBePastedIntoAnotherProject();
    void colourBendsAndNotesComeAlong();
    void severalCopiesDoNotHideEachOther();
    void aNodeGroupIsCopiedWithWhatItCarriesAndItsLinks();
    void whatIsNoDrawingIsNotPasted();
    void randomDrawingIsUndoneExactly();
};

void ClipboardTest::blocksArePastedWithTheWiresBetweenThem()
{
    Desk desk;
    const std::string before = desk.text();
    desk.click(desk.middleOf("stream"));
    desk.click(desk.middleOf("md5"), Qt::ControlModifier);
    desk.key(Qt::Key_C, Qt::ControlModifier);
    const QPointF free = desk.scene->contentRect().bottomLeft() + QPointF(200, 120);
    desk.hover(free);
    desk.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(desk.scene->selectedBoxes(), (QStringList{"md2", "stream2"}));
    QVERIFY(desk.hasWire("stream2.chunk", "md2.in"));
    QCOMPARE(desk.diagram().wires.size(), std::size_t(9));
    QVERIFY(desk.findBlock("stream2")->fields == desk.findBlock("stream")->fields);
    const QPointF middle = (desk.middleOf("stream2") + desk.middleOf("md2")) / 2;
    QVERIFY(QLineF(middle, free).length() < 100);
    QCOMPARE(desk.model.undoStack()->count(), 1);
    desk.model.undoStack()->undo();
    QCOMPARE(desk.text(), before);
}

void ClipboardTest::whatIsPastedLiesBesideTheSelectedBlockAndOverNoOther()
{
    Desk desk;
    desk.scene->selectBoxes({"stream", "md5"});
    desk.key(Qt::Key_C, Qt::ControlModifier);
    for (const bool one : {true, false}) {
        desk.scene->selectBoxes(one ? QStringList{"parse"} : QStringList());
        desk.hover(desk.middleOf("call")); // over a block
        desk.key(Qt::Key_V, Qt::ControlModifier);
        const QStringList pasted = desk.scene->selectedBoxes();
        QCOMPARE(pasted.size(), 2);
        for (const QString& copy : pasted)
            for (const BoxItem* box : desk.scene->boxes())
                QVERIFY2(box->id() == copy || !box->sceneFrame().intersects(desk.scene->box(copy)->sceneFrame()),
                         qPrintable(copy + " lies over " + box->id()));
        const double away = QLineF(desk.middleOf(pasted.first()), desk.middleOf(one ? "parse" : "call")).length();
        QVERIFY2(away < 600, qPrintable(QString::number(away)));
    }
}

void ClipboardTest::aJoinThatIsCopiedWithItsForEachJoinsTheCopy()
{
    Desk desk;
    desk.scene->selectBoxes({"replicas", "call", "join"});
    desk.key(Qt::Key_D, Qt::ControlModifier);
    QVERIFY(desk.findBlock("join2")->fields["of"] == "replicas2");
    QVERIFY(desk.findBlock("join")->fields["of"] == "replicas");
    // A call's role and operation are names of the project and stay.
    QVERIFY(desk.findBlock("call2")->fields["role"] == "object-server");
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
}

void ClipboardTest::aSecondStartIsLeftOut()
{
    Desk desk;
    QSignalSpy refused(desk.scene.get(), &CanvasScene::refused);
    desk.scene->selectBoxes({"start", "parse"});
    desk.key(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(desk.scene->selectedBoxes(), QStringList{"parse2"});
    QCOMPARE(refused.count(), 1);
}

void ClipboardTest::whatIsCutCanBePastedIntoAnotherProject()
{
    Desk desk;
    desk.scene->selectBoxes({"stream", "md5"});
    desk.key(Qt::Key_X, Qt::ControlModifier);
    QVERIFY(!desk.findBlock("md5") && !desk.findBlock("stream"));
    QCOMPARE(desk.model.undoStack()->count(), 1);
    desk.model.undoStack()->undo();
    QVERIFY(desk.findBlock("md5"));

    auto empty = sample::cluster();
    auto& diagram = empty.behaviours.front().role.operations.front().diagrams.front();
    diagram.blocks.resize(1); // the start
    diagram.wires.clear();
    Desk other(empty);
    other.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(other.scene->selectedBoxes(), (QStringList{"md5", "stream"}));
    QVERIFY(other.hasWire("stream.chunk", "md5.in"));
}

void ClipboardTest::colourBendsAndNotesComeAlong()
{
    Desk desk;
    setBends(desk.model, sample::putPath, "stream.chunk>md5.in", {{40, 80}, {40, 160}});
    setColour(desk.model, sample::putPath, {"md5"}, {}, "green");
    const QString note = addNote(desk.model, sample::putPath, {400, 400, 160, 80});
    desk.scene->select({"stream", "md5"}, {note});
    desk.key(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(allColours(desk.model.project(), sample::putPath).value("md2"), QString("green"));
    QCOMPARE(bendsOf(desk.model.project(), sample::putPath, "stream2.chunk>md2.in"), (Bends{{64, 104}, {64, 184}}));
    QCOMPARE(notesOf(desk.model.project(), sample::putPath).size(), 2);
    QCOMPARE(desk.scene->selectedNotes(), QStringList{"note2"});
    QCOMPARE(invariantBreaches(desk.model.project()), QStringList());
}

void ClipboardTest::severalCopiesDoNotHideEachOther()
{
    Desk desk;
    desk.scene->selectBoxes({"md5"});
    desk.key(Qt::Key_C, Qt::ControlModifier);
    QSet<std::pair<double, double>> places;
    for (int i = 0; i < 4; ++i) {
        desk.key(Qt::Key_V, Qt::ControlModifier);
        const QPointF place = desk.scene->box(desk.scene->selectedBoxes().value(0))->pos();
        places.insert({place.x(), place.y()});
    }
    QCOMPARE(places.size(), 4);
}

void ClipboardTest::aNodeGroupIsCopiedWithWhatItCarriesAndItsLinks()
{
    DocumentModel model;
    model.setProject(sample::cluster());
    const auto before = headroom::project::toJson(model.project());
    TopologyScene scene(model);
    scene.selectBoxes({"storage"});
    duplicateSelection(scene);
    QCOMPARE(scene.selectedBoxes(), QStringList{"storage2"});
    const auto& group = model.project().topology.groups.back();
    QCOMPARE(group.devices.size(), std::size_t(2));
    QCOMPARE(group.volumes.size(), std::size_t(1));
    QCOMPARE(group.roles, (std::vector<std::string>{"object-server", "container-server"}));
    const auto& link = model.project().topology.fabrics.front().links.back();
    QCOMPARE(link.from, std::string("storage2"));
    QCOMPARE(link.to, std::string("tor"));
    QVERIFY(link.fields["rate"] == "25 Gb/s");
    QCOMPARE(invariantBreaches(model.project()), QStringList());
    // A switch with all that hangs on it is a copy of its own.
    model.undoStack()->undo();
    scene.selectBoxes({"storage", "tor"});
    duplicateSelection(scene);
    const auto& links = model.project().topology.fabrics.front().links;
    QCOMPARE(links.back().from, std::string("storage2"));
    QCOMPARE(links.back().to, std::string("tor2"));
    QCOMPARE(invariantBreaches(model.project()), QStringList());
    model.undoStack()->undo();
    QVERIFY(headroom::project::toJson(model.project()) == before);
}

void ClipboardTest::whatIsNoDrawingIsNotPasted()
{
    Desk desk;
    const std::string before = desk.text();
    const char* const contents[] = {"", "nonsense", "[]", "{\"behaviours\": 7, \"view\": []}",
                                    "{\"topology\": {\"groups\": [{}]}}"};
    for (const char* const content : contents) {
        QMimeData data;
        data.setData(drawingMimeType, content);
        const Pasted pasted = pasteDrawing(desk.model, sample::putPath, {}, data, {}, "Paste");
        QVERIFY2(!pasted.refusal.isEmpty(), content);
    }
    QCOMPARE(desk.text(), before);
    QCOMPARE(desk.model.undoStack()->count(), 0);
}

namespace {

QString anyBlock(const Desk& desk, std::mt19937& random)
{
    const auto& blocks = desk.diagram().blocks;
    return blocks.empty() ? QString() : QString::fromStdString(blocks[random() % blocks.size()].id);
}

void drawAtRandom(Desk& desk, std::mt19937& random)
{
    const QString path = sample::putPath;
    const QString block = anyBlock(desk, random);
    const auto& wires = desk.diagram().wires;
    const QString wire = wires.empty() ? QString() : wireKey(wires[random() % wires.size()]);
    const auto notes = notesOf(desk.model.project(), path);
    switch (random() % 9) {
    case 0:
    case 1:
        desk.scene->selectBoxes({block, anyBlock(desk, random), anyBlock(desk, random)});
        duplicateSelection(*desk.scene);
        break;
    case 2:
        desk.scene->selectBoxes({block, anyBlock(desk, random)});
        deleteSelection(*desk.scene);
        break;
    case 3:
        if (!wire.isEmpty())
            setBends(desk.model, path, wire, random() % 3 ? Bends{{8.0 * (random() % 90), 40}} : Bends{});
        break;
    case 4:
        setColour(desk.model, path, {block}, {}, random() % 3 ? "blue" : "");
        break;
    case 5:
        addNote(desk.model, path, {8.0 * (random() % 90), 80, 160, 80});
        break;
    case 6:
        if (!notes.isEmpty())
            deleteNotes(desk.model, path, {notes.first().id});
        break;
    case 7:
        desk.scene->selectBoxes({block});
        desk.scene->toggleDisabled();
        break;
    default:
        desk.scene->selectBoxes({block, anyBlock(desk, random), anyBlock(desk, random)});
        alignSelection(*desk.scene, Alignment::left);
    }
}

} // namespace

void ClipboardTest::randomDrawingIsUndoneExactly()
{
    for (unsigned seed = 1; seed <= 2; ++seed) {
        std::mt19937 random(seed);
        Desk desk(sample::cluster(true));
        sample::UndoOracle oracle(desk.model);
        for (int step = 0; step < 150; ++step) {
            if (random() % 5 == 0) {
                desk.model.undoStack()->undo();
                QCOMPARE(oracle.breachHere(), QString());
            } else if (random() % 9 == 0) {
                desk.model.undoStack()->redo();
                QCOMPARE(oracle.breachHere(), QString());
            } else {
                drawAtRandom(desk, random);
                oracle.edited();
            }
            const QStringList breaches = invariantBreaches(desk.model.project());
            QVERIFY2(breaches.isEmpty(), qPrintable(breaches.join('\n')));
        }
        QVERIFY(desk.model.undoStack()->index() > 20);
        QCOMPARE(oracle.breach(), QString());
    }
}

HEADROOM_WIDGET_TEST(ClipboardTest)
#include "clipboard_test.moc"
