// Advice for the displayed run: the content of the panel, the start and end of the simulations, the results that are
// kept. A script stands in the engine's place.
#include "../sample_document.h"
#include "../sample_runs.h"

#include "app/advice/advice_controller.h"
#include "app/advice/alternatives_controller.h"
#include "app/runs/run_store.h"
#include "record/file/result_notes.h"
#include "study/advice/advice_json.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/parameters/fields/entry_delegate.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace headroom;
using study::WhatIf;

namespace {

study::Advice advice(bool complete)
{
    study::Advice advice;
    WhatIf disk, processor;
    disk.resource = "storage.disk data";
    disk.state = WhatIf::State::known;
    disk.throughput = {1.9, 1.87, 1.93, true};
    disk.mean = disk.p99 = {0.52, 0.5, 0.54, true};
    disk.runs = 3;
    processor.resource = "storage.processor";
    processor.state = complete ? WhatIf::State::known : WhatIf::State::waiting;
    if (complete)
        processor.throughput = processor.mean = processor.p99 = {1, 0.99, 1.01, true};
    advice.complete = complete;
    advice.whatIfs = {disk, processor};
    advice.runsDone = complete ? 9 : 6;
    advice.runsPlanned = 9;
    return advice;
}

QString printedTo(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QByteArray printing(const study::Advice& advice)
{
    return "echo '" + QByteArray::fromStdString(study::toText(advice)) + "'\n";
}

} // namespace

class AdviceTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        document_ = std::make_unique<sample::Document>();
        view_ = std::make_unique<widgets::AdviceView>();
        QVERIFY(document_->files.openTemplate(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"));
        store_ = std::make_unique<app::RunStore>(document_->runs, document_->files, nullptr);
        controller_ =
            std::make_unique<app::AdviceController>(document_->runs, document_->model, QList{view_.get()}, nullptr);
        app::Run run = sample::run(1);
        run.file = sample::writeResult(folder_.filePath("run.hrr"));
        document_->runs.history().addFormer(run, *document_->files.library());
        document_->runs.show(1);
        view_->show();
    }
    void cleanup()
    {
        controller_.reset();
        store_.reset();
        view_.reset();
        document_.reset();
    }

    void beforeAnythingIsSimulatedTheResourcesInUseAreListedWithoutFigures()
    {
        QVERIFY(shown("storage disks (data)"));
        QVERIFY(shown("not yet simulated"));
        QVERIFY(sentence().isEmpty());
        QCOMPARE(button().text(), "Simulate");
        QVERIFY(button().isEnabled());
    }

    void rowsFillInAsTheyAreMeasured()
    {
        const sample::StandIn engine(folder_.filePath("engine"), printing(advice(false)) + "exec sleep 60");
        button().click();
        QCOMPARE(button().text(), "Stop");
        QTRY_VERIFY_WITH_TIMEOUT(shown("1.90×"), sample::patienceMs);
        QVERIFY(shown("1.87 … 1.93"));
        QVERIFY(shown("not yet simulated")); // the processors
        QVERIFY(
            sentence().contains("With storage disks (data) twice as fast: 1.9 (1.87 to 1.93) times the throughput"));
        button().click();
        QVERIFY(!controller_->isRunning());
        QCOMPARE(button().text(), "Simulate");
        QVERIFY(shown("1.90×")); // what is measured stays
    }

    void ofGivenArrivalsTheHighestRateThatSettlesIsShown()
    {
        study::Advice given = advice(false);
        given.arrivalsGiven = true;
        given.whatIfs[1] = given.whatIfs[0];
        given.whatIfs[1].resource = "storage.processor";
        given.whatIfs[0].highestRate = {1.7, 1.66, 1.74, true};
        const sample::StandIn engine(folder_.filePath("engine"), printing(given) + "exec sleep 60");
        button().click();
        QTRY_VERIFY_WITH_TIMEOUT(shown("1.70×"), sample::patienceMs);
        QVERIFY(shown("highest rate"));
        QVERIFY(shown("being simulated")); // that of the processors
        QVERIFY(!shown("1.90×"));          // the throughput is that of the arrivals
        button().click();
        QTRY_VERIFY(shown("not yet known"));
        QVERIFY(!shown("being simulated"));
    }

    void theAdviceIsStoredWithTheRun()
    {
        const sample::StandIn engine(folder_.filePath("engine"), printing(advice(false)) + printing(advice(true)));
        button().click();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isRunning(), sample::patienceMs);
        const auto note = [&] { return record::readNotes(folder_.filePath("run.hrr").toStdString())["advice"]; };
        QTRY_VERIFY_WITH_TIMEOUT(!note().empty(), sample::patienceMs);
        QVERIFY(study::adviceFromText(note()).complete);
        QVERIFY(!shown("not yet simulated"));
    }

    void theListOfAParameterShowsWhatEachAlternativeWouldBringWhileItIsOpen()
    {
        widgets::ParameterPanel panel;
        panel.setProject(&document_->model.project(), document_->files.library().get());
        const app::AlternativesController alternatives(document_->runs, document_->model, panel);
        panel.resize(300, 900);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* combo = qobject_cast<QComboBox*>(panel.editor("WORKERS"));
        QVERIFY(combo && combo->findData("128") >= 0 && combo->findData("64") >= 0);
        const auto lines = [&](const char* value) {
            return combo->itemData(combo->findData(value), widgets::entryFiguresRole).toString().simplified();
        };
        study::Advice found = advice(true);
        found.figures = {51200, true, 1220, 31.4e12};
        found.whatIfs.resize(1);
        found.whatIfs[0].resource = "WORKERS=128";
        found.whatIfs[0].figures = {62000, false, 1500, 31.4e12};
        const QString asked = folder_.filePath("asked");
        const sample::StandIn engine(folder_.filePath("engine"),
                                     "echo \"$@\" > '" + asked.toUtf8() + "'\n" + printing(found) +
                                         "trap 'echo ended >> \"" + asked.toUtf8() + "\"; exit' TERM\nsleep 60 & wait");
        QTest::mouseClick(combo, Qt::LeftButton, {}, {combo->width() - 8, combo->height() / 2});
        QVERIFY(combo->view()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(lines("128").contains("throughput 1.90× (1.87 … 1.93)"), sample::patienceMs);
        QVERIFY(lines("128").contains("p99 0.52× (0.50 … 0.54)"));
        QVERIFY(lines("128").contains("62 000 USD") && lines("128").contains("TB usable"));
        QVERIFY(lines("64").startsWith("from 51 200 USD") && lines("64").contains("the present value"));
        QVERIFY(printedTo(asked).contains("--value WORKERS=128"));
        QVERIFY(!printedTo(asked).contains("--value WORKERS=64"));
        QTest::keyClick(combo->view(), Qt::Key_Escape);
        QVERIFY(!combo->view()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(printedTo(asked).contains("ended"), sample::patienceMs);
        QVERIFY(lines("128").isEmpty());
    }

    void anAlternativeThatCannotBeSimulatedSaysSo()
    {
        widgets::ParameterPanel panel;
        panel.setProject(&document_->model.project(), document_->files.library().get());
        const app::AlternativesController alternatives(document_->runs, document_->model, panel);
        auto* combo = qobject_cast<QComboBox*>(panel.editor("WORKERS"));
        const sample::StandIn engine(folder_.filePath("engine"), "echo 'Its role has no node.' >&2; exit 1");
        combo->showPopup();
        QTRY_VERIFY_WITH_TIMEOUT(combo->itemData(0, widgets::entryFiguresRole).toString().contains("has no node"),
                                 sample::patienceMs);
        combo->hidePopup();
    }

    void aChangeOfTheProjectCancels()
    {
        const sample::StandIn engine(folder_.filePath("engine"), "exec sleep 60");
        button().click();
        QVERIFY(controller_->isRunning());
        QVERIFY(widgets::setParameter(document_->model, "WORKERS", 128));
        QVERIFY(!controller_->isRunning());
    }

    void aFailureIsSaidAndNothingIsShownAsResult()
    {
        QSignalSpy said(controller_.get(), &app::AdviceController::message);
        const sample::StandIn engine(folder_.filePath("engine"), "echo 'It cannot be run.' >&2; exit 2");
        button().click();
        QTRY_COMPARE_WITH_TIMEOUT(said.size(), 1, sample::patienceMs);
        QVERIFY(said[0][1].toString().contains("It cannot be run."));
        QVERIFY(shown("not yet simulated"));
    }

    void aRunThatWasStoppedIsNotAdvised()
    {
        document_->runs.history().find(1)->ending = app::Ending::stopped;
        document_->runs.show(1);
        emit document_->runs.begun();
        QVERIFY(!button().isEnabled());
        QVERIFY(button().toolTip().contains("did not reach its end"));
    }

private:
    QPushButton& button() { return *view_->findChild<QPushButton*>("adviceButton"); }
    QString sentence() { return view_->findChild<QLabel*>("adviceSentence")->text(); }
    bool shown(const QString& text)
    {
        const auto labels = view_->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->text().contains(text); });
    }

    QTemporaryDir folder_;
    std::unique_ptr<sample::Document> document_;
    std::unique_ptr<widgets::AdviceView> view_;
    std::unique_ptr<app::RunStore> store_;
    std::unique_ptr<app::AdviceController> controller_;
};

HEADROOM_WIDGET_TEST(AdviceTest)
#include "advice_test.moc"
