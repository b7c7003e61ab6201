// The parameter panel proposes what people choose or type, once, and says what is wrong with the rest.
#include "widgets/parameters/parameter_panel.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QSignalSpy>
#include <QtTest>

using namespace headroom;
using project::Json;
using project::ParameterType;

namespace {

project::Parameter parameter(const std::string& name, ParameterType type, Json value,
                             std::vector<Json> alternatives = {})
{
    project::Parameter made;
    made.name = name;
    made.type = type;
    made.value = std::move(value);
    made.alternatives = std::move(alternatives);
    return made;
}

} // namespace

class ParameterPanelTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        project::Findings findings;
        library_ = project::ComponentLibrary::load(project::libraryFolders(), findings);
        project_ = {};
        auto disk = parameter("DISK", ParameterType::component, "Standard_SATA_Drive_7200RPM_2TB");
        disk.kinds = {"disk", "ssd", "nvme"};
        auto size = parameter("SIZE", ParameterType::quantity, "16 KB", {"16 KB", "1 MB"});
        size.unit = "B";
        project_.parameters = {disk, size, parameter("OPERATION", ParameterType::choice, "PUT", {"PUT", "GET"}),
                               parameter("BARRIER", ParameterType::flag, true)};
        panel_ = std::make_unique<widgets::ParameterPanel>();
        panel_->setProject(&project_, &library_);
        panel_->resize(250, 600);
        panel_->show();
        panel_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
        spy_ = std::make_unique<QSignalSpy>(panel_.get(), &widgets::ParameterPanel::valueChanged);
    }

    void aComponentTypedInPartIsProposedOnceOnEnter()
    {
        QComboBox* disk = combo("DISK");
        type(disk, "s3700 800");
        QTest::keyClick(disk->completer()->popup()->isVisible() ? static_cast<QWidget*>(disk->completer()->popup())
                                                                : disk,
                        Qt::Key_Return);
        combo("SIZE")->setFocus();
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(proposed(), Json("Intel_SSD_DC_S3700_Series_800GB"));
    }

    void aComponentClickedAmongTheMatchesIsProposedOnce()
    {
        QComboBox* disk = combo("DISK");
        type(disk, "s3700 800");
        QAbstractItemView* matches = disk->completer()->popup();
        QTRY_VERIFY(matches->isVisible());
        const QModelIndex first = matches->model()->index(0, 0);
        QTest::mouseClick(matches->viewport(), Qt::LeftButton, {}, matches->visualRect(first).center());
        combo("SIZE")->setFocus();
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(proposed(), Json("Intel_SSD_DC_S3700_Series_800GB"));
    }

    void aSearchWithoutMatchChangesNothing()
    {
        QComboBox* disk = combo("DISK");
        const QString before = disk->currentText();
        type(disk, "no such device");
        QTest::keyClick(disk, Qt::Key_Return);
        QCOMPARE(spy_->count(), 0);
        QCOMPARE(disk->currentText(), before);
    }

    void aWrongUnitIsSaidAndNotProposedUntilCorrected()
    {
        QComboBox* size = combo("SIZE");
        type(size, "16 ms");
        QTest::keyClick(size, Qt::Key_Return);
        QCOMPARE(spy_->count(), 0);
        QVERIFY(panel_->problem("SIZE").contains("unit"));
        panel_->refresh();
        QVERIFY2(!panel_->problem("SIZE").isEmpty(), "what is still wrong stays said");
        type(size, "2 MB");
        QTest::keyClick(size, Qt::Key_Return);
        combo("DISK")->setFocus();
        QVERIFY(panel_->problem("SIZE").isEmpty());
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(proposed(), Json("2 MB"));
    }

    void aRefreshLeavesWhatSomebodyIsTyping()
    {
        QComboBox* size = combo("SIZE");
        type(size, "12");
        panel_->refresh();
        QCOMPARE(size->currentText(), QString("12"));
        QVERIFY(size->hasFocus());
    }

    void aChoiceAndAFlagAreProposedOnce()
    {
        QComboBox* operation = combo("OPERATION");
        operation->setFocus();
        QTest::keyClick(operation, Qt::Key_Down);
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(proposed(), Json("GET"));
        spy_->clear();
        QTest::mouseClick(panel_->editor("BARRIER"), Qt::LeftButton, {}, {8, panel_->editor("BARRIER")->height() / 2});
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(proposed(), Json(false));
    }

private:
    QComboBox* combo(const char* name) { return qobject_cast<QComboBox*>(panel_->editor(name)); }
    void type(QComboBox* editor, const QString& text)
    {
        editor->setFocus();
        editor->lineEdit()->selectAll();
        QTest::keyClicks(editor, text);
    }
    Json proposed() const { return spy_->at(0).at(1).value<Json>(); }

    project::Project project_;
    project::ComponentLibrary library_;
    std::unique_ptr<widgets::ParameterPanel> panel_;
    std::unique_ptr<QSignalSpy> spy_;
};

QTEST_MAIN(ParameterPanelTest)
#include "parameter_panel_test.moc"
