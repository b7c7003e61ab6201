// headroom-pictures FOLDER: pictures of every part of the studio, light and dark, large and small, each taken from the
// window as a person would have it before them.

#include "studio_desk.h"

#include "app/find_bar.h"

#include <QTabWidget>

#include <cstdio>

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
        finding();
        run();
        return complete_;
    }

private:
    void welcome()
    {
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
        const QString block = window().model().addBlock(path, "read", {320, 640});
        window().software().scene()->selectBoxes({block});
        (void)QTest::qWaitFor([&] { return !window().software().marks()->badges().isEmpty(); }, studio::patienceMs);
        window().results().showTab(app::ResultsPanel::problemsTab);
        window().software().view()->fit();
        window().findChild<QDockWidget*>("history")->raise();
        take("problems");
    }

    void run()
    {
        open();
        desk_.openRack(12);
        runOnce();
        window().model().setParameter("STORAGE_DEVICE_TYPE", "Intel_SSD_DC_S3700_Series_800GB");
        runOnce();
        take("run");
        window().showDiagram(widgets::topologyPath);
        window().results().showTab(app::ResultsPanel::utilisationTab);
        take("utilisation");
    }

    void runOnce()
    {
        const std::size_t before = desk_.runs().size();
        desk_.click(Qt::Key_F5);
        (void)QTest::qWaitFor([&] { return desk_.runs().size() > before && desk_.isIdle(); }, studio::patienceMs);
    }

    app::MainWindow& window() { return desk_.window(); }

    void open()
    {
        desk_.forget();
        desk_.open();
        window().resize(size_);
    }

    void take(const QString& part)
    {
        QTest::qWait(300); // tool tips go, layouts settle, what is painted later is painted
        const QString path = folder_ + '/' + part + '-' + variant_ + ".png";
        const bool taken = window().grab().save(path);
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
    if (arguments.size() != 2 || !QDir().mkpath(arguments[1])) {
        std::fprintf(stderr, "headroom-pictures: needs a folder for the pictures\n");
        return 1;
    }
    bool complete = true;
    for (const bool dark : {false, true})
        for (const QSize& size : {QSize(1600, 1000), QSize(1280, 720)}) {
            widgets::applyTheme(application, dark ? widgets::Theme::dark : widgets::Theme::light);
            const QString variant =
                QStringLiteral("%1-%2x%3").arg(dark ? "dark" : "light").arg(size.width()).arg(size.height());
            complete &= Photographer(arguments[1], variant, size).takeAll();
        }
    return complete ? 0 : 1;
}
