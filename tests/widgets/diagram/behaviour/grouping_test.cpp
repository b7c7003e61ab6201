// Blocks folded into groups and back, entered by their paths, and roles that come, go and have another name.

#include "../../document/undo_oracle.h"
#include "project/block_library.h"
#include "project/project_file.h"
#include "project/vocabulary/declarations.h"
#include "tests/widget_tests.h"
#include "tests/widgets/document/invariants.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/grouping.h"
#include "widgets/document/edits/role_edits.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/document/model/group_paths.h"

#include <QTest>
#include <random>
#include <set>

using namespace headroom::widgets;
using headroom::project::findDiagram;
using headroom::project::Json;

namespace {

const QString path = sample::putPath;
const QSizeF boxSize(144, 48);

/// Wires as a set of words, so that their order does not count.
std::set<std::string> wiresOf(const headroom::project::Diagram& diagram)
{
    std::set<std::string> wires;
    for (const auto& wire : diagram.wires)
        wires.insert(wireKey(wire).toStdString());
    return wires;
}

const headroom::project::Diagram& put(const DocumentModel& model)
{
    return *findDiagram(model.project(), path.toStdString());
}

Positions spread(const DocumentModel& model, const QString& at)
{
    Positions positions;
    for (const auto& block : findDiagram(model.project(), at.toStdString())->blocks)
        positions[QString::fromStdString(block.id)] = QPointF(200.0 * static_cast<double>(positions.size()), 80);
    return positions;
}

Widths widthsOf(const QStringList& blocks, int width)
{
    Widths widths;
    for (const QString& block : blocks)
        widths[block] = width;
    return widths;
}

QString fold(DocumentModel& model, const QStringList& blocks)
{
    return foldBlocks(model, path, blocks, spread(model, path), boxSize);
}

} // namespace

class GroupingTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { model_.setProject(sample::cluster()); }

    void wiresThatCrossBecomePortsOfTheGroup()
    {
        const QString group = fold(model_, {"call", "stream", "md5"});
        QCOMPARE(group, QString("group1"));
        const auto* block = headroom::project::findBlock(put(model_), "group1");
        const auto& types = headroom::project::vocabulary();
        const auto inputs = types.inputsOf(*block), outputs = types.outputsOf(*block);
        QCOMPARE(inputs.size(), std::size_t(1));
        QCOMPARE(outputs.size(), std::size_t(1));
        QCOMPARE(outputs.front().name, std::string("reply"));
        QVERIFY(wiresOf(put(model_)).contains("replicas.each>group1.in"));
        QVERIFY(wiresOf(put(model_)).contains("group1.reply>join.in"));
        const auto* inner = findDiagram(model_.project(), innerPath(path, group).toStdString());
        QVERIFY(inner);
        QCOMPARE(wiresOf(*inner), (std::set<std::string>{"in.next>call.in", "call.opened>stream.in",
                                                         "stream.chunk>md5.in", "call.reply>out.in"}));
        QCOMPARE(invariantBreaches(model_.project()), QStringList());
        QVERIFY(model_.position(innerPath(path, group), "md5"));
        QVERIFY(!model_.position(path, "md5"));
    }

    void unfoldingGivesTheSameDrawingBack()
    {
        const Positions before = spread(model_, path);
        moveItems(model_, path, before);
        const auto wires = wiresOf(put(model_));
        const QString group = fold(model_, {"replicas", "call", "stream", "md5", "join"});
        Positions shown = before;
        shown[group] = *model_.position(path, group);
        const QStringList out = unfoldGroup(model_, path, group, shown, boxSize);
        QCOMPARE(out.size(), 5);
        QCOMPARE(wiresOf(put(model_)), wires);
        for (auto entry = before.begin(); entry != before.end(); ++entry)
            QCOMPARE(*model_.position(path, entry.key()), entry.value());
        QCOMPARE(invariantBreaches(model_.project()), QStringList());
    }

    void eachIsOneStepThatCanBeUndone()
    {
        const std::string start = sample::textOf(model_);
        const QString group = fold(model_, {"parse", "replicas", "join", "call", "stream", "md5"});
        const std::string folded = sample::textOf(model_);
        QCOMPARE(model_.undoStack()->count(), 1);
        QCOMPARE(model_.undoStack()->undoText(), QString("Fold 6 blocks into a group"));
        unfoldGroup(model_, path, group, {{group, QPointF(400, 80)}}, boxSize);
        const std::string unfolded = sample::textOf(model_);
        model_.undoStack()->undo();
        QCOMPARE(sample::textOf(model_), folded);
        model_.undoStack()->undo();
        QCOMPARE(sample::textOf(model_), start);
        model_.undoStack()->redo();
        model_.undoStack()->redo();
        QCOMPARE(sample::textOf(model_), unfolded);
    }

    void aGroupInAGroupIsNamedByItsPathAndEditedThere()
    {
        const QString outer = fold(model_, {"call", "stream", "md5"});
        const QString inside = innerPath(path, outer);
        const QString inner = foldBlocks(model_, inside, {"stream", "md5"}, spread(model_, inside), boxSize);
        QVERIFY2(inner.isEmpty(), "a transfer belongs to its call");
        const QString alone = foldBlocks(model_, inside, {"md5"}, spread(model_, inside), boxSize);
        const QString deepest = innerPath(inside, alone);
        QVERIFY(findDiagram(model_.project(), deepest.toStdString()));
        QVERIFY(setField(model_, ElementRef::block(deepest, "md5"), "work", "1 ms"));
        const QString added = addBlock(model_, deepest, "delay", {8, 16});
        QCOMPARE(invariantBreaches(model_.project()), QStringList());
        const auto place = placeOfGroup(model_.project(), deepest);
        QCOMPARE(place->path, inside);
        QCOMPARE(place->group, alone);
        // Positions go along when what is around is unfolded.
        unfoldGroup(model_, path, outer, spread(model_, path), boxSize);
        QVERIFY(model_.position(innerPath(path, alone), added));
        QCOMPARE(invariantBreaches(model_.project()), QStringList());
    }

    void whatCannotBeFoldedIsToldWhy()
    {
        const auto why = [&](const QStringList& blocks) { return foldRefusal(model_.project(), path, blocks); };
        QVERIFY(why({}).contains("Select"));
        QVERIFY(why({"start", "parse"}).contains("start"));
        QVERIFY(why({"replicas"}).contains("belong together"));
        QVERIFY(why({"parse"}).isEmpty());
        QVERIFY(addWire(model_, path, {"md5", "next", addBlock(model_, path, "delay", {}).toStdString(), "in", {}}));
        QVERIFY(
            addWire(model_, path, {"reply", "next", addBlock(model_, path, "compute", {}).toStdString(), "in", {}}));
        QVERIFY(why({"parse", "compute1"}).contains("return to it"));
        const std::string before = sample::textOf(model_);
        QVERIFY(fold(model_, {"parse", "compute1"}).isEmpty());
        QCOMPARE(sample::textOf(model_), before);
    }

    void aGroupWhoseFieldsItsBlocksCannotHaveStaysFolded()
    {
        const QString group = fold(model_, {"parse"});
        const ElementRef folded = ElementRef::block(path, group);
        QVERIFY(unfoldRefusal(model_.project(), path, group).isEmpty());
        setField(model_, folded, "waits", "aside");
        QVERIFY(unfoldRefusal(model_.project(), path, group).contains("aside"));
        setField(model_, folded, "waits", Json());
        setField(model_, folded, "disabled", "WORKERS > 100");
        QVERIFY(unfoldRefusal(model_.project(), path, group).contains("expression"));
        QVERIFY(unfoldGroup(model_, path, group, spread(model_, path), boxSize).isEmpty());
    }

    void wiresOutsideFollowTheWaysInside()
    {
        const QString group = fold(model_, {"call", "stream", "md5"});
        const QString inside = innerPath(path, group);
        QVERIFY(setField(model_, ElementRef::block(inside, "out"), "way", "stored"));
        QVERIFY(wiresOf(put(model_)).contains("group1.stored>join.in"));
        QCOMPARE(invariantBreaches(model_.project()), QStringList());
        deleteBlocksAndWires(model_, inside, {"out"});
        QVERIFY(!wiresOf(put(model_)).contains("group1.stored>join.in"));
        QCOMPARE(invariantBreaches(model_.project()), QStringList());
        model_.undoStack()->undo();
        model_.undoStack()->undo();
        QVERIFY(wiresOf(put(model_)).contains("group1.reply>join.in"));
    }

    void deletingAGroupForgetsWhatLayInIt()
    {
        const QString group = fold(model_, {"call", "stream", "md5"});
        deleteBlocksAndWires(model_, path, {group});
        QVERIFY(!model_.project().view.drawings.find(innerPath(path, group).toStdString()));
        QCOMPARE(invariantBreaches(model_.project()), QStringList());
    }

    void theSceneShowsWhatIsInsideAGroup()
    {
        const QString group = fold(model_, {"call", "stream", "md5"});
        const DiagramScene scene(model_, innerPath(path, group));
        QCOMPARE(scene.boxes().size(), 5);
        QCOMPARE(scene.wires().size(), 4);
        QVERIFY(scene.box("in")->pos().x() < scene.box("call")->pos().x());
        QVERIFY(scene.box("out")->pos().x() > scene.box("md5")->pos().x());
    }

    void aLinkedBlockBecomesAGroupOfTheProjectsOwn()
    {
        headroom::project::Findings findings;
        auto project = model_.project();
        project.blockTypes = std::make_shared<const headroom::project::BlockCatalogue>(
            headroom::project::loadBlockTypes({HEADROOM_SOURCE_DIR "/libraries"}, findings));
        model_.setProject(project);
        const QString id = addBlock(model_, path, "mirrored write", {0, 0});
        QVERIFY(!id.isEmpty());
        QVERIFY(isLinkedBlock(model_.project(), path, id));
        QVERIFY(copyLinkedBlock(model_, path, id));
        QVERIFY(!isLinkedBlock(model_.project(), path, id));
        const auto* block = headroom::project::findBlock(put(model_), id.toStdString());
        QCOMPARE(block->type, std::string("group"));
        QVERIFY(!block->inner.front().blocks.empty());
        model_.undoStack()->undo();
        QVERIFY(isLinkedBlock(model_.project(), path, id));
    }

    void aRandomWalkThroughGroupsKeepsTheDocumentWhole()
    {
        std::mt19937 random(7);
        sample::UndoOracle oracle(model_);
        for (int step = 0; step < 300; ++step) {
            QStringList paths{path};
            for (qsizetype i = 0; i < paths.size() && i < 12; ++i) {
                for (const auto& block : findDiagram(model_.project(), paths[i].toStdString())->blocks)
                    if (!block.inner.empty())
                        paths.append(innerPath(paths[i], QString::fromStdString(block.id)));
            }
            const QString at = paths[static_cast<qsizetype>(random() % paths.size())];
            const auto& blocks = findDiagram(model_.project(), at.toStdString())->blocks;
            QStringList some;
            for (const auto& block : blocks)
                if (random() % 3 == 0)
                    some.append(QString::fromStdString(block.id));
            switch (random() % 6) {
            case 0:
            case 1:
                foldBlocks(model_, at, some, spread(model_, at), boxSize);
                break;
            case 2:
                if (!some.isEmpty())
                    unfoldGroup(model_, at, some.front(), spread(model_, at), boxSize);
                break;
            case 3:
                addBlock(model_, at, random() % 2 ? "compute" : "group", {64, 64});
                break;
            case 4:
                if (!some.isEmpty() && random() % 3 == 0)
                    deleteBlocksAndWires(model_, at, {some.back()});
                break;
            case 5:
                setWidths(model_, at, widthsOf(some, random() % 2 ? 240 : BlockWidth::usual));
                break;
            }
            QCOMPARE(invariantBreaches(model_.project()), QStringList());
            oracle.edited();
        }
        QVERIFY(model_.undoStack()->index() > 20);
        QCOMPARE(oracle.breach(), QString());
    }

    void rolesAndOperationsComeGetNamesAndGo()
    {
        const std::string start = sample::textOf(model_);
        QVERIFY(addRole(model_, "gateway"));
        QVERIFY(!addRole(model_, "gateway"));
        QVERIFY(addOperation(model_, "gateway", "GET"));
        QVERIFY(findDiagram(model_.project(), "gateway/GET/full"));
        QVERIFY(!roleNameRefusal(model_.project(), "a/b").isEmpty());
        moveItems(model_, path, spread(model_, path));
        QVERIFY(renameRole(model_, "proxy-server", "proxy"));
        QVERIFY(findDiagram(model_.project(), "proxy/PUT/full"));
        QVERIFY(model_.position("proxy/PUT/full", "md5"));
        QCOMPARE(model_.project().topology.groups[1].roles, std::vector<std::string>{"proxy"});
        QVERIFY(renameOperation(model_, "proxy", "PUT", "STORE"));
        QVERIFY(model_.position("proxy/STORE/full", "md5"));
        QVERIFY(deleteOperation(model_, "gateway", "GET"));
        QVERIFY(deleteRole(model_, "proxy"));
        QCOMPARE(model_.project().behaviours.size(), std::size_t(1));
        QVERIFY(model_.project().topology.groups[1].roles.empty());
        QCOMPARE(invariantBreaches(model_.project()), QStringList());
        while (model_.undoStack()->canUndo())
            model_.undoStack()->undo();
        QCOMPARE(sample::textOf(model_), start);
    }

    void anotherRolesOperationOfTheSameNameKeepsIts()
    {
        auto project = model_.project();
        for (const char* role : {"gateway", "archive"}) {
            headroom::project::Workload workload;
            workload.id = workload.role = role;
            workload.operations = {{"GET", Json::object()}};
            project.workloads.push_back(workload);
        }
        model_.setProject(project);
        for (const char* role : {"gateway", "archive"}) {
            QVERIFY(addRole(model_, role));
            QVERIFY(addOperation(model_, role, "GET"));
        }
        QVERIFY(renameOperation(model_, "gateway", "GET", "READ"));
        QVERIFY(findDiagram(model_.project(), "gateway/READ/full"));
        QVERIFY(findDiagram(model_.project(), "archive/GET/full"));
        QCOMPARE(model_.project().workloads[0].operations[0].operation, std::string("READ"));
        QCOMPARE(model_.project().workloads[1].operations[0].operation, std::string("GET"));
    }

    void aCallFollowsTheNameOfWhatItCalls()
    {
        QVERIFY(addRole(model_, "object-server"));
        QVERIFY(addOperation(model_, "object-server", "PUT"));
        QVERIFY(renameRole(model_, "object-server", "object-store"));
        QVERIFY(renameOperation(model_, "object-store", "PUT", "WRITE"));
        const ElementRef call = ElementRef::block(path, "call");
        QVERIFY(model_.field(call, "role") == Json("object-store"));
        QVERIFY(model_.field(call, "operation") == Json("WRITE"));
    }

    void aRoleOfALibraryIsLinkedOrCopied()
    {
        headroom::project::BehaviourLibrary library;
        library.id = "swift";
        library.roles = {sample::cluster().behaviours.front().role};
        library.view.drawings[path.toStdString()].positions = headroom::project::Places{{"md5", {80, 96}}};
        QCOMPARE(addLibraryRole(model_, library, "proxy-server", RoleUse::linked), QString("proxy-server-2"));
        QVERIFY(isLinkedRole(model_.project(), "proxy-server-2"));
        QVERIFY(copyRole(model_, "proxy-server-2"));
        QVERIFY(!isLinkedRole(model_.project(), "proxy-server-2"));
        QVERIFY(linkRole(model_, "proxy-server-2", library, "proxy-server"));
        QVERIFY(isLinkedRole(model_.project(), "proxy-server-2"));
        QCOMPARE(addLibraryRole(model_, library, "proxy-server", RoleUse::copied), QString("proxy-server-3"));
        QVERIFY(!isLinkedRole(model_.project(), "proxy-server-3"));
        QCOMPARE(*model_.position("proxy-server-3/PUT/full", "md5"), QPointF(80, 96));
        // The drawing that is open shows what the role says now.
        const DiagramScene scene(model_, "proxy-server-3/PUT/full");
        deleteBlocksAndWires(model_, "proxy-server-3/PUT/full", {"md5"});
        QVERIFY(!scene.box("md5"));
        QVERIFY(linkRole(model_, "proxy-server-3", library, "proxy-server"));
        QVERIFY(scene.box("md5"));
        model_.undoStack()->undo();
        QVERIFY(!scene.box("md5"));
        QCOMPARE(invariantBreaches(model_.project()), QStringList());
    }

private:
    DocumentModel model_;
};

HEADROOM_WIDGET_TEST(GroupingTest)
#include "grouping_test.moc"
