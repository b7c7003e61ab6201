// Selectors, workloads, disturbances and state items get other names by one undoable step, and what names them follows.
#include "project/checks/checks.h"
#include "sample_project.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/section_edits.h"

#include <QtTest>

using namespace headroom;
using namespace headroom::widgets;
using project::Json;

namespace {

/// A ring that a for each goes through, and slots that a block acquires.
project::Project withNames(bool fromLibrary)
{
    project::Project project = sample::cluster(fromLibrary);
    project.selectors = {{"objects", {{"role", "object-server"}}}};
    project::Role& role = project.behaviours[0].role;
    role.state = {{"connections", {{"type", "slots"}}}};
    role.operations[0].diagrams[0].blocks.push_back(sample::block("connect", "acquire", {{"state", "connections"}}));
    return project;
}

} // namespace

class SectionEditsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { model_ = std::make_unique<DocumentModel>(); }

    void theNewNameOfASelectorIsFollowedInOneStep()
    {
        model_->setProject(withNames(false));
        const std::string before = sample::textOf(*model_);
        QSignalSpy structure(model_.get(), &DocumentModel::structureChanged);
        QVERIFY(renameElement(*model_, {ElementKind::selector, {"objects"}}, "ring"));
        QCOMPARE(model_->project().selectors[0].id, std::string("ring"));
        QCOMPARE(field("replicas", "ring"), Json("ring"));
        QVERIFY(!structure.isEmpty());
        QCOMPARE(model_->undoStack()->count(), 1);
        QCOMPARE(model_->undoStack()->undoText(), QString("Rename objects to ring"));
        const std::string after = sample::textOf(*model_);
        model_->undoStack()->undo();
        QCOMPARE(sample::textOf(*model_), before);
        model_->undoStack()->redo();
        QCOMPARE(sample::textOf(*model_), after);
    }

    void aNewWorkloadGivesWhatItDrawsToTheArgumentsOfItsOperation()
    {
        project::Project project = sample::cluster();
        project.behaviours[0].role.operations[0].arguments = {
            {"user", "key", {}}, {"size", "bytes", {}}, {"folder", "key", 7}, {"depth", "number", {}}};
        model_->setProject(project);
        QCOMPARE(addWorkload(*model_, "proxy-server"), QString("load"));
        // A key that is required is the one that is drawn; what has a default, or is of another type, is for the user.
        QCOMPARE(model_->project().workloads[0].operations[0].fields["arguments"],
                 (Json{{"user", "key"}, {"size", "size"}}));
    }

    /// A new workload says nothing that would have no effect with another type.
    void aNewWorkloadBecomesAnOpenLoopWithoutAWarning()
    {
        model_->setProject(sample::cluster());
        const QString id = addWorkload(*model_, "proxy-server");
        const ElementRef load{ElementKind::workload, {id}};
        QVERIFY(setField(*model_, load, "type", "open loop"));
        QVERIFY(setField(*model_, load, "rate", "50 1/s"));
        for (const auto& finding : project::check(model_->project(), project::ComponentLibrary()))
            QVERIFY2(!finding.pointer.starts_with("/workloads"), toLine(finding).c_str());
    }

    void whatARoleOfALibrarySaysOfASelectorStaysAsItIs()
    {
        model_->setProject(withNames(true));
        QVERIFY(renameElement(*model_, {ElementKind::selector, {"objects"}}, "ring"));
        QCOMPARE(model_->project().selectors[0].id, std::string("ring"));
        QCOMPARE(field("replicas", "ring"), Json("objects"));
        QVERIFY(model_->project().behaviours[0].reference);
    }

    void aStateItemOfALibraryIsRenamedInTheProjectsOwnCopy()
    {
        model_->setProject(withNames(true));
        const std::string before = sample::textOf(*model_);
        QVERIFY(renameElement(*model_, {ElementKind::state, {"proxy-server", "connections"}}, "sockets"));
        QVERIFY(!model_->project().behaviours[0].reference);
        QCOMPARE(model_->project().behaviours[0].role.state[0].id, std::string("sockets"));
        QCOMPARE(field("connect", "state"), Json("sockets"));
        model_->undoStack()->undo();
        QCOMPARE(sample::textOf(*model_), before);
    }

    void aNameThatIsTakenIsRefused()
    {
        model_->setProject(withNames(false));
        const QString other = addElement(*model_, ElementKind::selector);
        QVERIFY(!renameElement(*model_, {ElementKind::selector, {other}}, "objects"));
        QVERIFY(renameRefusal(model_->project(), {ElementKind::selector, {other}}, " ").contains("name"));
    }

    void anElementOfEverySectionIsAddedAndDeletedInOneStepEach()
    {
        for (const project::List& section : project::sections()) {
            if (section.edits.adding != project::Adding::plain)
                continue;
            model_->setProject(withNames(false));
            const std::string before = sample::textOf(*model_);
            const QString id = addElement(*model_, *section.kind);
            QVERIFY2(!id.isEmpty(), section.key);
            const std::string added = sample::textOf(*model_);
            QVERIFY2(added != before, section.key);
            deleteElement(*model_, {*section.kind, {id}});
            QVERIFY2(sample::textOf(*model_) == before, section.key);
            QCOMPARE(model_->undoStack()->count(), 2);
            model_->undoStack()->undo();
            QVERIFY2(sample::textOf(*model_) == added, section.key);
            model_->undoStack()->undo();
            QVERIFY2(sample::textOf(*model_) == before, section.key);
        }
    }

    void anElementThatDoesNotExistIsNeitherDeletedNorRenamed()
    {
        model_->setProject(withNames(false));
        deleteElement(*model_, {ElementKind::goal, {"missing"}});
        QVERIFY(!renameElement(*model_, {ElementKind::goal, {"missing"}}, "found"));
        QCOMPARE(model_->undoStack()->count(), 0);
    }

private:
    Json field(const QString& block, const QString& name) const
    {
        return model_->field(ElementRef::block(sample::putPath, block), name);
    }

    std::unique_ptr<DocumentModel> model_;
};

HEADROOM_WIDGET_TEST(SectionEditsTest)
#include "section_edits_test.moc"
