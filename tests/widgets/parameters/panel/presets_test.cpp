// Presets above the generic parameters, and the parameters that are folded away below them, with the document behind.
#include "project/library_files.h"
#include "project/resolve/presets.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/preset_edits.h"
#include "widgets/document/lookup/component_title.h"
#include "widgets/parameters/panel/parameter_controller.h"
#include "widgets/parameters/panel/parameter_row.h"
#include "widgets/parameters/panel/preset_bar.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <memory>
#include <utility>

using namespace headroom;
using project::Json;
using project::ParameterType;

namespace {

project::Parameter foldable(const std::string& name, ParameterType type, Json value, bool more = false)
{
    project::Parameter made;
    made.name = name;
    made.type = type;
    made.value = std::move(value);
    if (more)
        made.more = true;
    return made;
}

project::Preset preset(const std::string& id, const std::string& name, Json values)
{
    return {id, name, {{"description", "Of " + name + '.'}, {"values", std::move(values)}}};
}

} // namespace

class PresetsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        project::Findings findings;
        library_ = project::ComponentLibrary::load(project::libraryFolders(), findings);
        project::Project project;
        auto disk = foldable("DRIVE", ParameterType::component, "Standard_SATA_Drive_7200RPM_2TB");
        disk.kinds = {"disk", "ssd", "nvme"};
        project.parameters = {
            foldable("NODES", ParameterType::integer, 8), disk, foldable("MTU", ParameterType::integer, 1500, true),
            foldable("COPIES", ParameterType::integer, 3), foldable("DEPTH", ParameterType::integer, 16, true)};
        project.presets = {
            preset("home-lab", "Home lab", {{"NODES", 3}, {"MTU", 9000}}),
            preset("rack", "Rack", {{"NODES", 16}, {"DRIVE", "Intel_SSD_DC_S3700_Series_800GB"}, {"COPIES", 3}})};
        model_ = std::make_unique<widgets::DocumentModel>();
        model_->setProject(std::move(project));
        panel_ = std::make_unique<widgets::ParameterPanel>();
        panel_->setProject(&model_->project(), &library_);
        controller_ = std::make_unique<widgets::ParameterController>(*model_, *panel_);
        connect(model_.get(), &widgets::DocumentModel::changed, panel_.get(), &widgets::ParameterPanel::refresh);
        panel_->resize(280, 800);
        panel_->show();
        panel_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
    }
    void cleanup()
    {
        controller_.reset();
        panel_.reset();
        model_.reset();
    }

    void withoutPresetsTheirLineIsHidden()
    {
        project::Project none = model_->project();
        none.presets.clear();
        model_->setProject(none);
        panel_->setProject(&model_->project(), &library_);
        QVERIFY(!list().isVisible());
    }

    void choosingAPresetIsOneStepAndIsNamed()
    {
        QCOMPARE(list().currentText(), QString("None"));
        choose("Home lab");
        QCOMPARE(value("NODES"), Json(3));
        QCOMPARE(value("MTU"), Json(9000));
        QCOMPARE(list().currentText(), QString("Home lab"));
        QCOMPARE(model_->undoStack()->count(), 1);
        QCOMPARE(model_->undoStack()->undoText(), QString("Use preset Home lab"));
        model_->undoStack()->undo();
        QCOMPARE(value("NODES"), Json(8));
        QCOMPARE(list().currentText(), QString("None"));
        model_->undoStack()->redo();
        QCOMPARE(list().currentText(), QString("Home lab"));
    }

    void eachParameterThatAPresetChangesIsToldToTheDrawings()
    {
        QSignalSpy told(model_.get(), &widgets::DocumentModel::changed);
        choose("Home lab");
        QStringList names;
        for (const auto& signal : told)
            if (const auto element = signal.first().value<widgets::ElementRef>();
                element.kind == widgets::ElementKind::parameter)
                names += element.ids.last();
        QCOMPARE(names, QStringList({"NODES", "MTU"}));
    }

    void aValueThatDiffersMakesItChanged()
    {
        choose("Home lab");
        type("NODES", "4");
        QCOMPARE(list().currentText(), QString("Home lab, changed"));
        type("COPIES", "2"); // which the preset does not set
        type("NODES", "3");
        QCOMPARE(list().currentText(), QString("Home lab"));
        model_->undoStack()->undo();
        QCOMPARE(list().currentText(), QString("Home lab, changed"));
        choose("Home lab");
        QCOMPARE(list().currentText(), QString("Home lab"));
    }

    void valuesThatAreThoseOfAPresetNameIt()
    {
        type("NODES", "3");
        QCOMPARE(list().currentText(), QString("None"));
        panel_->setMoreOpen(true);
        type("MTU", "9000");
        QCOMPARE(list().currentText(), QString("Home lab"));
    }

    void thePreviewSaysWhatWillBeSet()
    {
        const QString preview = list().itemData(list().findText("Rack"), Qt::ToolTipRole).toString();
        const auto titled = [this](const char* id) { return widgets::titleOf(*library_.find(id)); };
        QCOMPARE(preview, "Of Rack.\nIt sets:\nNODES: 8 → 16\nDRIVE: " + titled("Standard_SATA_Drive_7200RPM_2TB") +
                              " → " + titled("Intel_SSD_DC_S3700_Series_800GB"));
        choose("Rack");
        QCOMPARE(list().itemData(list().findText("Rack"), Qt::ToolTipRole).toString(),
                 QString("Of Rack.\nAll its values are set."));
    }

    void presetsAreMadeOfThePresentValuesRenamedAndDeleted()
    {
        QSignalSpy make(&panel_->presets(), &widgets::PresetBar::makeWanted);
        pick("Make a preset of these values …");
        QCOMPARE(make.count(), 1);
        const QString id = widgets::addPreset(*model_, "As it was, 1 GbE");
        panel_->setPreset(id);
        QCOMPARE(id, QString("as-it-was-1-gbe"));
        QCOMPARE(list().currentText(), QString("As it was, 1 GbE"));
        QCOMPARE(project::valuesOf(model_->project().presets.back()).size(), std::size_t(5));
        type("NODES", "5");
        QCOMPARE(list().currentText(), QString("As it was, 1 GbE, changed"));
        pick("Take these values into “As it was, 1 GbE”");
        QCOMPARE(list().currentText(), QString("As it was, 1 GbE"));
        QCOMPARE(model_->project().presets.back().fields["values"]["NODES"], Json(5));
        QVERIFY(!widgets::presetNameRefusal(model_->project(), id, "Rack").isEmpty());
        widgets::namePreset(*model_, id, "Before");
        QCOMPARE(list().currentText(), QString("Before"));
        pick("Delete “Before”");
        QCOMPARE(model_->project().presets.size(), std::size_t(2));
        QCOMPARE(list().findText("Before"), -1);
        model_->undoStack()->undo();
        QCOMPARE(model_->project().presets.size(), std::size_t(3));
    }

    void parametersThatAreRarelyChangedAreFoldedAway()
    {
        QVERIFY(panel_->row("NODES")->isVisible() && panel_->row("COPIES")->isVisible());
        QVERIFY(!panel_->row("MTU")->isVisible() && !panel_->row("DEPTH")->isVisible());
        QCOMPARE(fold().text(), QString("More parameters (2)"));
        QSignalSpy opened(panel_.get(), &widgets::ParameterPanel::moreOpened);
        QTest::mouseClick(&fold(), Qt::LeftButton);
        QVERIFY(panel_->row("MTU")->isVisible());
        QCOMPARE(opened.count(), 1);
        type("MTU", "9000");
        QCOMPARE(fold().text(), QString("More parameters (2), 1 changed"));
        QVERIFY(panel_->minimumSizeHint().width() <= 240); // the least panel has no room for so long a text
        QTest::mouseClick(&fold(), Qt::LeftButton);
        QVERIFY(!panel_->row("MTU")->isVisible());
    }

    void oneThatChangesOpensTheFold()
    {
        type("NODES", "9");
        QVERIFY(!panel_->isMoreOpen());
        choose("Home lab"); // which sets one of them
        QVERIFY(panel_->row("MTU")->isVisible());
        QTest::mouseClick(&fold(), Qt::LeftButton);
        model_->undoStack()->undo();
        QVERIFY(panel_->row("MTU")->isVisible());
    }

    void oneThatIsLookedForOpensTheFold()
    {
        panel_->reveal("NODES");
        QVERIFY(!panel_->isMoreOpen());
        panel_->reveal("DEPTH");
        QVERIFY(panel_->row("DEPTH")->isVisible());
    }

    void aParameterIsMarkedInItsDetails()
    {
        panel_->setFoldedOut("COPIES", true);
        QCoreApplication::processEvents();
        auto* mark = panel_->findChild<QCheckBox*>("COPIES/more");
        QVERIFY(!mark->isChecked());
        QTest::mouseClick(mark, Qt::LeftButton, {}, {8, mark->height() / 2});
        QVERIFY(project::findParameter(model_->project(), "COPIES")->more.value_or(false));
        QCOMPARE(fold().text(), QString("More parameters (3)"));
        QVERIFY(panel_->row("COPIES")->isVisible()); // it does not vanish under the hand
        model_->undoStack()->undo();
        QVERIFY(!project::findParameter(model_->project(), "COPIES")->more);
        QCOMPARE(fold().text(), QString("More parameters (2)"));
    }

    void rowsMoveAmongThoseThatAreShownTogether()
    {
        panel_->editor("COPIES")->setFocus();
        QTest::keyClick(panel_->editor("COPIES"), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(names(), QString("NODES COPIES DRIVE MTU DEPTH"));
        panel_->setMoreOpen(true);
        panel_->editor("DEPTH")->setFocus();
        QTest::keyClick(panel_->editor("DEPTH"), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(names(), QString("NODES COPIES DRIVE DEPTH MTU"));
        QTest::keyClick(panel_->editor("DEPTH"), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(names(), QString("NODES COPIES DRIVE DEPTH MTU")); // it is the first in the fold
    }

private:
    QComboBox& list() { return panel_->presets().list(); }
    QToolButton& fold()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the rows of before
        return *panel_->findChild<QToolButton*>("moreParameters");
    }
    Json value(const char* name) const { return project::findParameter(model_->project(), name)->value; }
    QString names() const
    {
        QStringList all;
        for (const project::Parameter& each : model_->project().parameters)
            all += QString::fromStdString(each.name);
        return all.join(' ');
    }
    /// Chooses an entry of the open list by the mouse.
    void choose(const QString& title)
    {
        list().showPopup();
        QAbstractItemView* view = list().view();
        QTRY_VERIFY(view->isVisible());
        const QModelIndex entry = list().model()->index(list().findText(title), 0);
        view->scrollTo(entry);
        QTest::qWait(
            QApplication::doubleClickInterval()); // the list takes a release soon after it opened as the same click
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(entry).center());
        QCoreApplication::processEvents();
    }
    /// Picks an action of the menu beside the list.
    void pick(const QString& words)
    {
        auto* menu = panel_->findChild<QMenu*>("presetActions");
        menu->popup(panel_->mapToGlobal(QPoint(10, 40)));
        QTRY_VERIFY(menu->isVisible());
        for (QAction* action : menu->actions())
            if (action->text() == words)
                return QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        menu->close();
        QFAIL(qPrintable("no entry " + words));
    }
    void type(const char* name, const QString& text)
    {
        auto* combo = qobject_cast<QComboBox*>(panel_->editor(name));
        combo->setFocus();
        combo->lineEdit()->selectAll();
        QTest::keyClicks(combo->lineEdit(), text);
        QTest::keyClick(combo->lineEdit(), Qt::Key_Return);
        QCoreApplication::processEvents();
    }

    project::ComponentLibrary library_;
    std::unique_ptr<widgets::DocumentModel> model_;
    std::unique_ptr<widgets::ParameterPanel> panel_;
    std::unique_ptr<widgets::ParameterController> controller_;
};

HEADROOM_WIDGET_TEST(PresetsTest)
#include "presets_test.moc"
