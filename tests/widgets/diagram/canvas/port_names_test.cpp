// Names of ports are whole, and no line goes through them.

#include "../canvas_desk.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/diagram_edits.h"

#include <QImage>
#include <QPainter>

using namespace headroom::widgets;

class PortNamesTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        desk_ = std::make_unique<Desk>();
        place("replicas", 0, 0);
    }
    void cleanup() { desk_.reset(); }

    void aNameStandsAboveAWireThatLeadsStraightOn()
    {
        place("call", 320, 0);
        QCOMPARE(placeOfEach(), NamePlace::above);
    }

    void aWireThatTurnsUpLeavesItsNameBelow()
    {
        place("call", 192, -160);
        QCOMPARE(placeOfEach(), NamePlace::below);
        place("call", 192, 160);
        QCOMPARE(placeOfEach(), NamePlace::above);
    }

    void aNameThatTheNextBoxWouldCutIsLeftOutUntilThereIsRoom()
    {
        place("call", 160, 0);
        QCOMPARE(placeOfEach(), NamePlace::hidden);
        place("call", 320, 0);
        QCOMPARE(placeOfEach(), NamePlace::above);
        // A box that no wire connects counts as well.
        place("error", 160, -16);
        QCOMPARE(placeOfEach(), NamePlace::hidden);
    }

    /// Names painted outside the bounding rectangle of a box would be left half painted when it changes.
    void theNamesOfAllWaysOutOfACallLieInItsBoundingRectangle()
    {
        BoxItem* call = desk_->scene->box("call");
        desk_->scene->selectBoxes({"call"});
        constexpr int margin = 60;
        const QRectF bounds = call->boundingRect();
        QImage image(bounds.size().toSize() + QSize(2 * margin, 2 * margin), QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.translate(QPointF(margin, margin) - bounds.topLeft());
        call->paint(&painter, nullptr, nullptr);
        painter.end();
        const QRect inside(QPoint(margin, margin), bounds.size().toSize());
        int within = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (qAlpha(image.pixel(x, y)) > 0) {
                    QVERIFY2(inside.contains(x, y), qPrintable(QString("%1, %2").arg(x).arg(y)));
                    ++within;
                }
        QVERIFY(within > 0);
    }

private:
    void place(const QString& id, qreal x, qreal y)
    {
        moveItems(desk_->model, sample::putPath, {{id, QPointF(x, y)}});
        QCoreApplication::processEvents();
    }
    NamePlace placeOfEach() const { return desk_->scene->box("replicas")->findPort("each", true)->namePlace; }

    std::unique_ptr<Desk> desk_;
};

HEADROOM_WIDGET_TEST(PortNamesTest)
#include "port_names_test.moc"
