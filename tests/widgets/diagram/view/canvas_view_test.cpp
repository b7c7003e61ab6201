// A window onto a drawing: what of it is seen, how one gets elsewhere, and the drawing as a file.

#include "../canvas_desk.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/view/export_diagram.h"
#include "widgets/diagram/view/overlays.h"
#include "widgets/theme/theme.h"

#include <QBuffer>
#include <QMimeData>
#include <QPainter>
#include <QPdfWriter>
#include <QProcess>
#include <QSvgRenderer>
#include <QTemporaryDir>

using namespace headroom::widgets;

namespace {

int apart(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

int pixelsLike(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += apart(image.pixelColor(x, y), colour) < 12;
    return count;
}

QPalette darkPalette()
{
    QPalette palette;
    palette.setColor(QPalette::Window, darkColours().surface);
    palette.setColor(QPalette::WindowText, darkColours().text);
    return palette;
}

} // namespace

class CanvasViewTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { desk_ = std::make_unique<Desk>(); }
    void cleanup() { desk_.reset(); }

    void zoomingHasItsBoundsHoweverOftenOneAsks()
    {
        for (int i = 0; i < 60; ++i)
            desk_->key(Qt::Key_Minus, Qt::ControlModifier);
        QVERIFY(desk_->view->zoom() >= 0.049 && desk_->view->zoom() < 0.06);
        for (int i = 0; i < 60; ++i)
            desk_->key(Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(desk_->view->zoom() > 3.9 && desk_->view->zoom() <= 4.001);
    }

    void allOfADrawingIsNeverShownLargerThanItIs()
    {
        desk_->view->setZoom(3);
        desk_->key(Qt::Key_0, Qt::ControlModifier);
        QVERIFY(desk_->view->zoom() <= 1);
        QVERIFY(desk_->view->visibleRect().contains(desk_->scene->contentRect()));
    }

    void theMapOfTheWholeDrawingKeepsOffTheBoxes()
    {
        CanvasView view(*desk_->scene);
        view.resize(700, 500);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.setZoom(1.6);
        const auto* map = view.findChild<MiniMap*>();
        const BoxItem* box = desk_->scene->box("md5");
        const auto onScreen = [&](const BoxItem* each) { return view.mapFromScene(each->sceneFrame()).boundingRect(); };
        const auto covers = [&](const QRect& place) {
            const auto& boxes = desk_->scene->boxes();
            return std::count_if(boxes.begin(), boxes.end(),
                                 [&](const BoxItem* each) { return onScreen(each).intersects(place); });
        };
        const QRect area = view.viewport()->geometry().adjusted(16, 16, -16, -16);
        QRect lowerRight(QPoint(), map->size());
        lowerRight.moveBottomRight(area.bottomRight());
        view.centerOn(box->sceneFrame().center() - QPointF(lowerRight.center() - area.center()) / view.zoom());
        QVERIFY(map->isVisible());
        QVERIFY(onScreen(box).intersects(lowerRight));
        QCOMPARE(covers(map->geometry()), 0);
    }

    void aDrawingIsBroughtIntoViewAgainUntilOneHasChosenWhatIsSeen()
    {
        // As in a window that gets its size after it has opened a project.
        CanvasView view(*desk_->scene);
        view.resize(200, 150);
        view.show();
        const qreal narrow = view.zoom();
        view.resize(1600, 1000);
        QVERIFY(view.visibleRect().contains(desk_->scene->contentRect()));
        QVERIFY(view.zoom() > narrow);
        QTest::keyClick(&view, Qt::Key_Plus, Qt::ControlModifier);
        const qreal chosen = view.zoom();
        view.resize(300, 200);
        QCOMPARE(view.zoom(), chosen);
    }

    void whatIsSelectedIsShownInTheMiddle()
    {
        desk_->view->setZoom(0.2);
        desk_->scene->selectBoxes({"md5"});
        desk_->view->zoomToSelection();
        QVERIFY(desk_->view->zoom() > 1 && desk_->view->zoom() <= 1.501);
        QVERIFY(QLineF(desk_->view->visibleRect().center(), desk_->middleOf("md5")).length() < 4);
        desk_->scene->clearSelection();
        desk_->view->zoomToSelection();
        QVERIFY(desk_->view->visibleRect().contains(desk_->scene->contentRect()));
    }

    void theMiddleButtonPansAndMovesNothing()
    {
        bringOutOfView();
        const std::string before = desk_->text();
        QWidget* sheet = desk_->view->viewport();
        const QPoint grabbed = desk_->onScreen(desk_->middleOf("md5"));
        const QPointF under = desk_->view->mapToScene(grabbed);
        QTest::mousePress(sheet, Qt::MiddleButton, {}, grabbed);
        moveHeld(grabbed + QPoint(-60, -40), Qt::MiddleButton);
        QTest::mouseRelease(sheet, Qt::MiddleButton, {}, grabbed + QPoint(-60, -40));
        QVERIFY(QLineF(desk_->view->mapToScene(grabbed + QPoint(-60, -40)), under).length() < 2);
        QCOMPARE(desk_->text(), before);
    }

    void theSpaceBarMakesAHandOfTheLeftButton()
    {
        bringOutOfView();
        const std::string before = desk_->text();
        QWidget* sheet = desk_->view->viewport();
        const QPoint grabbed = desk_->onScreen(desk_->middleOf("md5"));
        const QPointF under = desk_->view->mapToScene(grabbed);
        QTest::keyPress(desk_->view.get(), Qt::Key_Space);
        QCOMPARE(sheet->cursor().shape(), Qt::OpenHandCursor);
        QTest::mousePress(sheet, Qt::LeftButton, {}, grabbed);
        QCOMPARE(sheet->cursor().shape(), Qt::ClosedHandCursor);
        moveHeld(grabbed + QPoint(-30, -50), Qt::LeftButton);
        QTest::mouseRelease(sheet, Qt::LeftButton, {}, grabbed + QPoint(-30, -50));
        QTest::keyRelease(desk_->view.get(), Qt::Key_Space);
        QCOMPARE(sheet->cursor().shape(), Qt::ArrowCursor);
        QVERIFY(QLineF(desk_->view->mapToScene(grabbed + QPoint(-30, -50)), under).length() < 2);
        QCOMPARE(desk_->text(), before);
        QVERIFY(desk_->scene->selectedBoxes().isEmpty());
    }

    void theMapIsThereOnlyWhileNotAllIsSeen()
    {
        desk_->view->fit();
        QVERIFY(!map().isVisible());
        bringOutOfView();
        QVERIFY(map().isVisible());
        desk_->view->resize(300, 200); // too little room for both
        QTRY_VERIFY(!map().isVisible());
    }

    void aClickIntoTheMapGoesThere()
    {
        bringOutOfView();
        const QRectF content = desk_->scene->contentRect();
        QTest::mouseClick(&map(), Qt::LeftButton, {}, QPoint(map().width() - 14, map().height() / 2));
        QVERIFY(desk_->view->visibleRect().right() > content.right() - 100);
        QTest::mouseClick(&map(), Qt::LeftButton, {}, QPoint(14, map().height() / 2));
        QVERIFY(desk_->view->visibleRect().left() < content.left() + 100);
    }

    void theMapFramesWhatIsSeen()
    {
        bringOutOfView();
        QTest::mouseClick(&map(), Qt::LeftButton, {}, QPoint(14, map().height() / 2));
        const QRect left = likeAccent();
        QTest::mouseClick(&map(), Qt::LeftButton, {}, QPoint(map().width() - 14, map().height() / 2));
        const QRect right = likeAccent();
        QVERIFY(!left.isEmpty() && !right.isEmpty());
        QVERIFY(left.center().x() < right.center().x() - map().width() / 4);
        desk_->view->setZoom(desk_->view->zoom() / 2);
        QVERIFY(likeAccent().width() > right.width());
    }

    void theScaleOfLoadsStandsThereWhileLoadsAreShown()
    {
        auto* legend = desk_->view->findChild<LoadLegend*>();
        QVERIFY(!legend->isVisible());
        desk_->scene->setLoads({{"md5", 0.9}});
        desk_->view->setLoadCaption("Share at 3 s");
        QVERIFY(legend->isVisible());
        const QImage seen = legend->grab().toImage();
        QVERIFY(pixelsLike(seen, loadColour(1, legend->palette())) > 20);
        const int width = legend->width();
        desk_->view->setLoadCaption("Share of the time at blocks, at 3 s");
        QVERIFY(legend->width() > width);
        desk_->scene->setLoads({});
        desk_->view->setLoadCaption({});
        QVERIFY(!legend->isVisible());
    }

    void aWarningStandsAboveTheScaleOfLoads()
    {
        auto* legend = desk_->view->findChild<LoadLegend*>();
        desk_->scene->setLoads({{"md5", 0.9}});
        desk_->view->setLoadCaption("Share at 3 s");
        const int height = legend->height(), bottom = legend->geometry().bottom();
        const QColor warning = colours(legend->palette()).warning;
        QCOMPARE(pixelsLike(legend->grab().toImage(), warning), 0);
        desk_->view->setLoadCaption("Share at 3 s", "Loads of run 1, which is not of what is drawn: WORKERS was 64");
        QCOMPARE(legend->height(), 2 * height);
        QCOMPARE(legend->geometry().bottom(), bottom);
        QVERIFY(pixelsLike(legend->grab(QRect(0, 0, legend->width(), height)).toImage(), warning) > 20);
        desk_->view->setLoadCaption("Share at 3 s", QString(400, 'x')); // it stays inside the drawing
        QVERIFY(legend->geometry().right() <= desk_->view->viewport()->width());
        desk_->view->setLoadCaption("Share at 3 s");
        QCOMPARE(legend->height(), height);
    }

    void aTitleIsBolderAndLargerThanWhatStandsBelowIt()
    {
        QVERIFY(titleFont().weight() > summaryFont().weight());
        QVERIFY(titleFont().pixelSize() > summaryFont().pixelSize());
        QVERIFY(summaryFont().pixelSize() > labelFont().pixelSize());
    }

    void anEmptyDrawingIsNotExportedAndItIsSaid()
    {
        auto project = sample::cluster();
        project.behaviours.front().role.operations.front().diagrams.front().blocks.clear();
        project.behaviours.front().role.operations.front().diagrams.front().wires.clear();
        DocumentModel model;
        model.setProject(project);
        DiagramScene scene(model, sample::putPath);
        const QTemporaryDir folder;
        QVERIFY(exportDiagram(scene, folder.filePath("empty.png")).contains("nothing to export"));
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void aFileIsLightThoughTheWindowIsDarkAndShowsNoSelection()
    {
        const QTemporaryDir folder;
        QCOMPARE(exportDiagram(*desk_->scene, folder.filePath("light.png")), QString());
        desk_->scene->setPalette(darkPalette());
        desk_->scene->selectBoxes({"md5", "join"});
        QCOMPARE(exportDiagram(*desk_->scene, folder.filePath("dark.png")), QString());
        QCOMPARE(QImage(folder.filePath("dark.png")), QImage(folder.filePath("light.png")));
        QVERIFY(colours(desk_->scene->palette()).dark);
        QCOMPARE(desk_->scene->selectedBoxes().size(), 2);
    }

    void theClipboardGetsAPictureAndVectorsOfTheWholeDrawing()
    {
        desk_->view->setZoom(2); // what is seen of it does not count
        const std::unique_ptr<QMimeData> data(clipboardDiagram(*desk_->scene));
        QVERIFY(data->hasImage());
        QSvgRenderer svg(data->data("image/svg+xml"));
        QVERIFY(svg.isValid());
        // It stands on white, as the labels on its wires do, whatever it is laid on.
        QImage drawn(svg.defaultSize(), QImage::Format_RGB32);
        drawn.fill(Qt::darkGreen);
        QPainter painter(&drawn);
        svg.render(&painter);
        painter.end();
        QCOMPARE(drawn.pixelColor(2, 2), QColor(Qt::white));
        const auto image = data->imageData().value<QImage>();
        const QSizeF natural = desk_->scene->contentRect().size();
        QVERIFY(image.width() >= 2 * natural.width() && svg.defaultSize().width() >= natural.width());
        QVERIFY(std::abs(image.width() / double(image.height()) -
                         svg.defaultSize().width() / double(svg.defaultSize().height())) < 0.02);
    }

    void aPrintedDrawingIsAsLargeAsThePageAllowsButNotBeyondItsSize()
    {
        const QSizeF natural = desk_->scene->itemsBoundingRect().size();
        const QImage small = printed(natural * 0.5), large = printed(natural * 3);
        QVERIFY(inkOf(small).width() > small.width() * 0.8);
        QVERIFY(inkOf(large).width() < large.width() * 0.5);
        QVERIFY(std::abs(inkOf(large).center().x() - large.width() / 2) < large.width() / 20);
    }

    void aPreviewIsFittedIntoItsSizeAndInTheMiddle()
    {
        const QImage preview = pictureOf(*desk_->scene, {300, 300}, 1).toImage();
        QRect drawn;
        for (int y = 0; y < preview.height(); ++y)
            for (int x = 0; x < preview.width(); ++x)
                if (preview.pixelColor(x, y).alpha() > 0)
                    drawn |= QRect(x, y, 1, 1);
        QVERIFY(drawn.width() > 240 && drawn.width() <= 300);
        QVERIFY(std::abs(drawn.center().y() - 150) < 16);
    }

private:
    MiniMap& map() const { return *desk_->view->findChild<MiniMap*>(); }
    /// So near that a part of the drawing is seen only.
    void bringOutOfView() const
    {
        desk_->view->setZoom(2);
        desk_->view->centerOn(desk_->middleOf("md5"));
    }
    void moveHeld(const QPoint& to, Qt::MouseButton button) const
    {
        QWidget* sheet = desk_->view->viewport();
        QMouseEvent move(QEvent::MouseMove, to, sheet->mapToGlobal(to), Qt::NoButton, button, {});
        QApplication::sendEvent(sheet, &move);
    }
    /// Where the map shows the frame of what is seen; its edges are smoothed.
    QRect likeAccent() const
    {
        const QImage seen = map().grab().toImage();
        const QColor accent = colours(map().palette()).accent;
        QRect extent;
        for (int y = 0; y < seen.height(); ++y)
            for (int x = 0; x < seen.width(); ++x)
                if (apart(seen.pixelColor(x, y), accent) < 90)
                    extent |= QRect(x, y, 1, 1);
        return extent;
    }
    /// The drawing printed on a page of so many pixels of the screen, as it looks there.
    QImage printed(const QSizeF& pixels) const
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter paper(&buffer);
        paper.setResolution(pixelsPerInch);
        paper.setPageMargins({});
        paper.setPageSize(QPageSize(pixels * 72.0 / pixelsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
        printDiagram(*desk_->scene, paper);
        buffer.close();
        const QTemporaryDir folder;
        QFile file(folder.filePath("page.pdf"));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
        file.close();
        QProcess::execute("pdftoppm",
                          {"-r", QString::number(pixelsPerInch), "-png", file.fileName(), folder.filePath("page")});
        return QImage(folder.filePath("page-1.png"));
    }
    static QRect inkOf(const QImage& page)
    {
        QRect ink;
        for (int y = 0; y < page.height(); ++y)
            for (int x = 0; x < page.width(); ++x)
                if (qGray(page.pixel(x, y)) < 240)
                    ink |= QRect(x, y, 1, 1);
        return ink;
    }

    std::unique_ptr<Desk> desk_;
};

HEADROOM_WIDGET_TEST(CanvasViewTest)
#include "canvas_view_test.moc"
