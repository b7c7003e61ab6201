// headroom-pictures FOLDER [VARIANT ...]: pictures of every part of the studio, light and dark, large and small, each
// taken from the window as a person would have it before them. A variant is "dark-1280x720".

#include "studio_desk.h"

#include "app/decide/decide_page.h"
#include "app/hardware/components_page.h"
#include "app/menus/run_actions.h"
#include "app/outline/find_bar.h"
#include "app/report/report_dialog.h"
#include "app/sizing/size_dialog.h"
#include "widgets/components/component_browser.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/parameters/panel/parameter_details.h"

#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

#include <cstdio>
#include <utility>
#include <vector>

using namespace headroom;

namespace {

constexpr auto rack = HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom";

class Photographer
{
public:
    Photographer(QString folder, QString variant, const QSize& size)
        : folder_(std::move(folder)), variant_(std::move(variant)), size_(size)
    {
    }

    bool takeAll()
    {
        welcome();
        drawings();
        mapping();
        components();
        groups();
        racks();
        dialogs();
        finding();
        pages();
        answers();
        run();
        return complete_;
    }

private:
    void welcome()
    {
        open();
        QTest::keyClick(&window(), Qt::Key_N, Qt::ControlModifier);
        take("empty");
        open();
        // The cards come one by one, and are painted after that.
        const auto cards = static_cast<std::size_t>(app::DocumentFiles::samples().size());
        (void)QTest::qWaitFor(
            [&] {
                std::size_t present = 0;
                for (const auto* card : window().findChildren<QAbstractButton*>())
                    present += card->objectName().startsWith("template ");
                return present == cards;
            },
            studio::patienceMs);
        take("welcome");
    }

    void drawings()
    {
        open();
        window().openProject(rack);
        window().software().scene()->selectBoxes({"pipeline"});
        take("software");
        window().showDiagram(widgets::topologyPath);
        window().topology().scene()->selectBoxes({"storage"});
        take("topology");
    }

    void mapping()
    {
        open();
        window().openProject(rack);
        tabs()->setCurrentWidget(window().topologyPage().mappingPage());
        take("mapping");
    }

    void components()
    {
        open();
        window().openProject(rack);
        auto* browser = window().findChild<widgets::ComponentBrowser*>();
        tabs()->setCurrentWidget(window().findChild<app::ComponentsPage*>());
        auto* table = browser->findChild<QTableView*>("componentTable");
        for (int row = 0; row < 3; ++row)
            table->selectionModel()->select(table->model()->index(row, 0),
                                            QItemSelectionModel::Select | QItemSelectionModel::Rows);
        take("components");
    }

    /// A part of the drawing folded, with notes and colours beside it; then what is inside.
    void groups()
    {
        open();
        window().openProject(rack);
        auto& model = window().model();
        const QString path = window().software().scene()->path();
        const QRectF place = window().software().scene()->box("lookup")->sceneFrame().translated(0, -200);
        const QString note = widgets::addNote(model, path, QRectF(place.topLeft(), QSizeF(240, 72)));
        widgets::setNote(model, path,
                         {note, "What is asked of the container servers;\nfor most requests the answer is cached.",
                          QRectF(place.topLeft(), QSizeF(240, 72)), "yellow"},
                         "Write note");
        widgets::setColour(model, path, {"pipeline", "known"}, {}, "green");
        setField(model, widgets::ElementRef::block(path, "pipeline"), "name",
                 "Authentication, rate limits and all other middleware of the pipeline");
        window().software().scene()->selectBoxes({"lookup", "unknown"});
        desk_.action("Ctrl+G")->trigger();
        window().software().view()->fit();
        take("group");
        desk_.action("Ctrl+Down")->trigger();
        QApplication::processEvents(); // the step is queued
        window().software().view()->fit();
        take("inside-group");
    }

    void racks()
    {
        open();
        window().openProject(HEADROOM_SOURCE_DIR "/projects/leaf-spine-700/leaf-spine-700.headroom");
        window().showDiagram(widgets::topologyPath);
        take("large");
        window().topologyPage().showRacks(true);
        take("racks");
    }

    void dialogs()
    {
        open();
        window().openProject(rack);
        window().showDiagram(widgets::topologyPath);
        window().topologyPage().editFabric({});
        take("fabric", window().findChild<widgets::FabricForm*>());
        QTimer::singleShot(500, &window(), [this] {
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
                take("roles", dialog);
                dialog->reject();
            }
        });
        window().findChild<widgets::FabricForm*>()->reject();
        window().findChild<QAction*>("roleFromLibrary")->trigger();
    }

    void finding()
    {
        open();
        window().openProject(rack);
        desk_.action("Ctrl+F")->trigger();
        auto* bar = window().findChild<app::FindBar*>();
        QTest::keyClicks(bar->findChild<QLineEdit*>(), "quorum");
        (void)QTest::qWaitFor([&] { return !bar->hits().isEmpty(); }, studio::patienceMs);
        bar->goOn(1);
        take("find");
        bar->hide();
        const QString path = window().software().scene()->path();
        const QString block = addBlock(window().model(), path, "read", {320, 640});
        window().software().scene()->selectBoxes({block});
        (void)QTest::qWaitFor([&] { return !window().software().marks()->badges().isEmpty(); }, studio::patienceMs);
        window().results().showTab(app::ResultsPanel::problemsTab);
        window().software().view()->fit();
        window().findChild<QDockWidget*>("history")->raise();
        take("problems");
    }

    /// The pages beside the drawings, and the manual.
    void pages()
    {
        open();
        window().openProject(rack);
        for (const QString& step : app::DecidePage::titles()) {
            window().decide().showView(static_cast<app::DecidePage::View>(app::DecidePage::titles().indexOf(step)));
            take(step.toLower().replace(' ', '-'));
        }
        window().findChild<QDockWidget*>("history")->raise();
        window().showDiagram("proxy-server/PUT/full");
        window().software().view()->setFocus();
        QTest::keyClick(&window(), Qt::Key_F1);
        if (auto* help = window().findChild<QDialog*>("help")) {
            take("manual", help);
            help->close();
        }
        open();
        QTest::mouseClick(window().findChild<QAbstractButton*>("firstSystem"), Qt::LeftButton);
        take("tour");
    }

    /// Each step of "Decide" with its answer, and the form of the whole question.
    void answers()
    {
        open();
        window().openProject(HEADROOM_SOURCE_DIR "/projects/first-steps/first-steps.headroom");
        for (const auto& [name, alternatives] :
             {std::pair("DISK", std::vector<project::Json>{"Standard_SATA_Drive_7200RPM_2TB", "Samsung_PM893_1_92TB"}),
              std::pair("MEMORY", std::vector<project::Json>{"4 GiB", "16 GiB"}),
              std::pair("PROCESSOR", std::vector<project::Json>{"Intel_Xeon_Processor_E5_2620_v3",
                                                                "Intel_Xeon_Processor_E5_2697_v3"})}) {
            const project::Parameter* const parameter = project::findParameter(window().model().project(), name);
            widgets::replaceParameter(window().model(), widgets::withTicks(*parameter, alternatives), "tick");
        }
        runOnce();
        using Decide = app::DecidePage;
        window().decide().showView(Decide::question);
        take("question-answer");
        answer(Decide::advice, "adviceToDecideButton", "what-would-help-answer", [this] {
            return window().decide().adviceView().findChild<QPushButton*>("adviceToDecideButton")->text() != "Stop";
        });
        answer(Decide::study, "runStudy", "study-answer",
               [this] { return !window().decide().studyPage().process().isRunning(); });
        answer(Decide::growth, "searchGrowth", "growth-answer",
               [this] { return !window().decide().growthPage().isRunning(); });
        answer(Decide::cost, "computeCosts", "cost-answer",
               [this] { return !window().decide().costPage().isRunning(); });
        open();
        QTimer::singleShot(500, &window(), [this] {
            if (auto* dialog = qobject_cast<app::SizeDialog*>(QApplication::activeModalWidget())) {
                dialog->choose(app::DocumentFiles::samples().value("object-erasure"));
                take("size", dialog);
                dialog->reject();
            }
        });
        window().findChild<QPushButton*>("sizeCluster")->click();
    }

    /// Asks a step of "Decide" by its button and waits for the answer.
    template <typename Ended>
    void answer(app::DecidePage::View view, const char* button, const char* name, Ended ended)
    {
        window().decide().showView(view);
        auto* const ask = window().decide().findChild<QPushButton*>(button);
        if (!ask || !ask->isEnabled()) {
            std::fprintf(stderr, "There is no button \"%s\" to press.\n", button);
            complete_ = false;
            return;
        }
        ask->click();
        complete_ &= QTest::qWaitFor(ended, 10 * studio::patienceMs);
        take(name);
    }

    void run()
    {
        open();
        desk_.openRack(12);
        runOnce();
        setParameter(window().model(), "DRIVE", "Intel_SSD_DC_S3700_Series_800GB");
        runOnce();
        take("run");
        tabs()->setCurrentWidget(&window().runActions().page());
        take("runs");
        window().showDiagram(widgets::topologyPath);
        using Results = app::ResultsPanel;
        for (const auto& [tab, name] :
             {std::pair(Results::latencyTab, "latency"), std::pair(Results::breakdownTab, "time"),
              std::pair(Results::heatMapTab, "heat-map"), std::pair(Results::requestsTab, "requests"),
              std::pair(Results::loadCurveTab, "load-curve"), std::pair(Results::utilisationTab, "utilisation")}) {
            window().results().showTab(tab);
            QTest::qWait(1000); // charts of a run are read from its file in the background
            take(name);
        }
        report();
    }

    void report()
    {
        QTest::keyClick(&window(), Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        auto* dialog = window().findChild<app::ReportDialog*>();
        if (!dialog || !QTest::qWaitFor([&] { return dialog->isReady(); }, studio::patienceMs)) {
            complete_ = false;
            return;
        }
        take("report", dialog);
        dialog->close();
    }

    void runOnce()
    {
        const std::size_t before = desk_.runs().size();
        desk_.click(Qt::Key_F5);
        (void)QTest::qWaitFor([&] { return desk_.runs().size() > before && desk_.isIdle(); }, studio::patienceMs);
    }

    app::MainWindow& window() { return desk_.window(); }
    QTabWidget* tabs() { return window().findChild<QTabWidget*>("mainTabs"); }

    void open()
    {
        desk_.forget();
        desk_.open();
        window().resize(size_);
    }

    void take(const QString& part) { take(part, &window()); }
    void take(const QString& part, QWidget* shown)
    {
        QTest::qWait(300); // tool tips go, layouts settle, what is painted later is painted
        const QString path = folder_ + '/' + part + '-' + variant_ + ".png";
        const bool taken = shown->grab().save(path);
        complete_ &= taken;
        std::printf("%s%s\n", qPrintable(path), taken ? "" : " could not be written");
    }

    studio::Desk desk_;
    QString folder_, variant_;
    QSize size_;
    bool complete_ = true;
};

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() < 2 || !QDir().mkpath(arguments[1])) {
        std::fprintf(stderr,
                     "headroom-pictures: needs a folder for the pictures, and variants if not all are wanted\n");
        return 1;
    }
    struct Variant
    {
        QString name;
        widgets::Theme theme;
        QSize size;
    };
    QList<Variant> variants;
    QStringList names;
    for (const auto& [word, theme] : {std::pair("light", widgets::Theme::light), {"dark", widgets::Theme::dark}})
        for (const QSize& size : {QSize(1600, 1000), QSize(1280, 720), QSize(2560, 1440)}) {
            names += QStringLiteral("%1-%2x%3").arg(word).arg(size.width()).arg(size.height());
            variants += {names.last(), theme, size};
        }
    const QStringList wanted = arguments.size() == 2 ? names : arguments.mid(2);
    for (const QString& name : wanted)
        if (!names.contains(name)) {
            std::fprintf(stderr, "headroom-pictures: there is no variant \"%s\"; there are %s\n", qPrintable(name),
                         qPrintable(names.join(QStringLiteral(", "))));
            return 1;
        }
    bool complete = true;
    for (const Variant& variant : variants)
        if (wanted.contains(variant.name)) {
            widgets::applyTheme(application, variant.theme);
            complete &= Photographer(arguments[1], variant.name, variant.size).takeAll();
        }
    return complete ? 0 : 1;
}
