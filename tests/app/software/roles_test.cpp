// Choosing a role of a library, and what stands where nothing is drawn yet. Without a window around.
#include "app/software/role_dialog.h"
#include "app/software/software_start.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/role_edits.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace headroom;

class RolesTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        libraries_ = {libraryOf("objects", "Object storage",
                                {{"proxy", "Routes requests", {"PUT", "GET"}}, {"store", "Keeps objects", {"WRITE"}}}),
                      libraryOf("batch", "", {{"worker", "Computes", {"MAP"}}})};
        open();
    }

    void theFirstRoleIsChosenAndLibrariesAreNotRoles()
    {
        QCOMPARE(list().topLevelItem(0)->text(0), QString("Object storage"));
        QCOMPARE(list().topLevelItem(1)->text(0), QString("batch")); // it has no name
        QCOMPARE(list().currentItem()->text(0), QString("proxy"));
        QCOMPARE(list().currentItem()->text(1), QString("PUT, GET"));
        QVERIFY(button("linkRole")->isEnabled() && button("copyRole")->isEnabled());
        list().setCurrentItem(list().topLevelItem(0));
        QCOMPARE(list().currentItem()->text(0), QString("Object storage"));
        QVERIFY(!button("linkRole")->isEnabled() && !button("copyRole")->isEnabled());
    }

    void aRoleIsFoundByItsNameItsOperationsAndWhatItIs()
    {
        const std::pair<const char*, QStringList> searches[] = {{"PROX", {"proxy"}},
                                                                {" write ", {"store"}},
                                                                {"computes", {"worker"}},
                                                                {"o", {"proxy", "store", "worker"}},
                                                                {"tape", {}},
                                                                {"", {"proxy", "store", "worker"}}};
        for (const auto& [words, found] : searches) {
            auto* line = dialog_->findChild<QLineEdit*>();
            line->selectAll();
            QTest::keyClick(line, Qt::Key_Delete);
            QTest::keyClicks(line, words);
            QCOMPARE(listed(), found);
        }
    }

    void aRoleIsUsedAsItIsOrCopied()
    {
        choose("worker");
        QTest::mouseClick(button("copyRole"), Qt::LeftButton);
        QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Accepted));
        QCOMPARE(dialog_->library().id, std::string("batch"));
        QCOMPARE(dialog_->role(), std::string("worker"));
        QVERIFY(dialog_->use() == widgets::RoleUse::copied);
        open();
        choose("store");
        QTest::mouseClick(button("linkRole"), Qt::LeftButton);
        QCOMPARE(dialog_->library().id, std::string("objects"));
        QCOMPARE(dialog_->role(), std::string("store"));
        QVERIFY(dialog_->use() == widgets::RoleUse::linked);
    }

    void escapeChoosesNothing()
    {
        QTest::keyClick(dialog_.get(), Qt::Key_Escape);
        QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Rejected));
        QVERIFY(!dialog_->isVisible());
    }

    void enterInTheListUsesTheRoleLinked()
    {
        choose("store");
        list().setFocus();
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Accepted));
        QVERIFY(dialog_->use() == widgets::RoleUse::linked);
    }

    void withoutRolesThePageSaysWhatOneIsAndOffersTheFirst()
    {
        widgets::DocumentModel model;
        QAction newRole("New role …"), library("From library …"), operation("New operation …");
        newRole.setObjectName("newRole");
        library.setObjectName("library");
        operation.setObjectName("operation");
        app::SoftwareStart page(model, newRole, library, operation);
        page.show();
        const auto visible = [&page] {
            QStringList names;
            for (const auto* one : page.findChildren<QPushButton*>())
                if (one->isVisible())
                    names += one->objectName();
            return names;
        };
        const auto sentence = [&page] { return page.findChild<QLabel*>()->text(); };
        QVERIFY(sentence().contains("No software is drawn yet."));
        QCOMPARE(visible(), (QStringList{"newRoleStart", "libraryStart"}));
        QSignalSpy asked(&newRole, &QAction::triggered);
        QTest::mouseClick(page.findChild<QPushButton*>("newRoleStart"), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QVERIFY(widgets::addRole(model, "proxy"));
        QVERIFY(sentence().contains("Choose an operation in the project tree"));
        QCOMPARE(visible(), QStringList{"operationStart"});
        model.undoStack()->undo();
        QVERIFY(sentence().contains("No software is drawn yet."));
        project::Project other;
        other.behaviours.emplace_back();
        model.setProject(other);
        QCOMPARE(visible(), QStringList{"operationStart"});
    }

private:
    struct Role
    {
        const char *id, *description;
        std::vector<const char*> operations;
    };
    static project::BehaviourLibrary libraryOf(const char* id, const char* name, const std::vector<Role>& roles)
    {
        project::BehaviourLibrary library;
        library.id = id;
        library.name = name;
        for (const Role& one : roles) {
            auto& role = library.roles.emplace_back();
            role.id = one.id;
            role.description = one.description;
            for (const char* operation : one.operations)
                role.operations.emplace_back().id = operation;
        }
        return library;
    }
    void open()
    {
        dialog_ = std::make_unique<app::RoleDialog>(libraries_);
        dialog_->show();
        dialog_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog_.get()));
    }
    QTreeWidget& list() const { return *dialog_->findChild<QTreeWidget*>(); }
    QPushButton* button(const char* name) const { return dialog_->findChild<QPushButton*>(name); }
    /// Roles that the search leaves.
    QStringList listed() const
    {
        QStringList roles;
        for (int i = 0; i < list().topLevelItemCount(); ++i)
            for (int j = 0; j < list().topLevelItem(i)->childCount(); ++j)
                if (!list().topLevelItem(i)->child(j)->isHidden())
                    roles += list().topLevelItem(i)->child(j)->text(0);
        return roles;
    }
    void choose(const QString& role)
    {
        list().setCurrentItem(list().findItems(role, Qt::MatchExactly | Qt::MatchRecursive).value(0));
    }

    std::vector<project::BehaviourLibrary> libraries_;
    std::unique_ptr<app::RoleDialog> dialog_;
};

HEADROOM_WIDGET_TEST(RolesTest)
#include "roles_test.moc"
