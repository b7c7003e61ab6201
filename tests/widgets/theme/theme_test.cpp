// The look: colours that people can tell apart and read, on light and on dark ground.
#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/component_kinds.h"
#include "tests/widget_tests.h"
#include "widgets/theme/readable_colour.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <cmath>

using namespace headroom::widgets;

namespace {

/// Relative luminance of the Web Content Accessibility Guidelines 2.1.
double luminance(const QColor& colour)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return std::max(one, other) / std::min(one, other);
}

int apart(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

/// The columns of pixels in which something is drawn, but for the line at the lower edge.
std::vector<int> columnsOfInk(const QImage& picture)
{
    std::vector<int> columns;
    for (int x = 0; x < picture.width(); ++x)
        for (int y = 2; y < picture.height() - 3; ++y)
            if (picture.pixel(x, y) != picture.pixel(0, 2)) {
                columns.push_back(x);
                break;
            }
    return columns;
}

/// Mean difference of two pictures of any size, as 16 x 16 pixels on white.
double unlike(const QImage& one, const QImage& other)
{
    const auto small = [](const QImage& image) {
        QImage page(image.size(), QImage::Format_RGB32);
        page.fill(Qt::white);
        QPainter painter(&page);
        painter.drawImage(QRect(QPoint(), image.size()), image);
        painter.end();
        return page.scaled(16, 16, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    };
    const QImage a = small(one), b = small(other);
    double sum = 0;
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x)
            sum += apart(a.pixelColor(x, y), b.pixelColor(x, y)) / 3.0;
    return sum / 256;
}

int colouredPixels(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            const auto [least, most] = std::minmax({pixel.red(), pixel.green(), pixel.blue()});
            count += pixel.alpha() > 64 && most - least > 48;
        }
    return count;
}

int pixelsOf(QWidget& widget, const QColor& colour)
{
    const QImage image = widget.grab().toImage();
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += apart(image.pixelColor(x, y), colour) < 24;
    return count;
}

} // namespace

class ThemeTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, Theme::light); }

    void anIconIsTheSamePictureOnAFineScreen()
    {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            applyTheme(*qApp, theme);
            for (const char* name : {"network-server", "drive-harddisk", "mail-reply-sender", "processor",
                                     "document-save", "network-wired", "view-refresh"}) {
                const QIcon shown = icon(name);
                QVERIFY2(!shown.isNull(), name);
                QCOMPARE(shown.name(), QString(name));
                const QImage coarse = shown.pixmap(QSize(16, 16), 1).toImage();
                const QPixmap sharp = shown.pixmap(QSize(16, 16), 2);
                QCOMPARE(sharp.size(), QSize(32, 32));
                QVERIFY2(unlike(coarse, sharp.toImage()) < 24, name);
            }
        }
        applyTheme(*qApp, Theme::light);
        // The pictures of the theme for larger sizes are others.
        const QIcon group = icon("network-server");
        QVERIFY(unlike(group.pixmap(QSize(16, 16), 1).toImage(), group.pixmap(QSize(32, 32), 1).toImage()) > 24);
    }

    /// Among grey icons a coloured one would look like a state.
    void theIconsOfBlocksAndComponentsHaveNoColourOfTheirOwn()
    {
        QSet<QString> names;
        for (const auto& type : headroom::project::vocabulary().types())
            names.insert(QString::fromStdString(type.icon));
        for (const auto& kind : headroom::project::componentKinds())
            names.insert(QString::fromStdString(kind.icon));
        for (const Theme theme : {Theme::light, Theme::dark}) {
            applyTheme(*qApp, theme);
            for (const QString& name : std::as_const(names))
                for (const qreal scale : {1.0, 2.0}) {
                    const QImage image = icon(name).pixmap(QSize(16, 16), scale).toImage();
                    QVERIFY2(!image.isNull(), qPrintable(name));
                    QVERIFY2(colouredPixels(image) == 0, qPrintable(name));
                }
        }
    }

    void textsCanBeReadOnEveryGroundTheyStandOn()
    {
        for (const Colours* set : {&lightColours(), &darkColours()}) {
            for (const QColor& ground : {set->surface, set->band, set->canvas, set->field, set->selection, set->box})
                QVERIFY(contrast(set->text, ground) >= 7);
            for (const QColor& ground : {set->surface, set->band, set->canvas})
                QVERIFY(contrast(set->dimText, ground) >= 4.5);
            for (const QColor& word : {set->bad, set->warning, set->good})
                QVERIFY(contrast(word, set->surface) >= 3);
            QVERIFY(contrast(set->onAccent, set->accent) >= 4.5);
        }
    }

    void aTextOnALoadCanBeReadHoweverHighTheLoad()
    {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            applyTheme(*qApp, theme);
            const QPalette palette = QApplication::palette();
            for (double load = 0; load <= 1; load += 0.1)
                QVERIFY(contrast(colours(palette).text, loadColour(load, palette)) >= 4.5);
        }
    }

    void higherLoadsAreDeeperStepByStep()
    {
        const QPalette palette = QApplication::palette();
        for (int step = 0; step < 10; ++step)
            QVERIFY(luminance(loadColour(step / 10.0, palette)) > luminance(loadColour((step + 1) / 10.0, palette)));
        QCOMPARE(loadColour(-3, palette), loadColour(0, palette));
        QCOMPARE(loadColour(17, palette), loadColour(1, palette));
        QCOMPARE(loadColour(std::nan(""), palette), loadColour(0, palette));
    }

    void curvesHaveColoursOfTheirOwnThatShowOnTheirGround()
    {
        for (const bool dark : {false, true})
            for (int one = 0; one < seriesColourCount; ++one) {
                QVERIFY(contrast(seriesColour(one, dark), (dark ? darkColours() : lightColours()).surface) > 2);
                for (int other = 0; other < one; ++other)
                    QVERIFY(apart(seriesColour(one, dark), seriesColour(other, dark)) > 50);
            }
        QCOMPARE(seriesColour(seriesColourCount + 2, false), seriesColour(2, false));
        QCOMPARE(seriesColour(-1, false), seriesColour(seriesColourCount - 1, false));
    }

    /// A text beside a curve has the hue of the curve, and is as dark or as light as it must be.
    void aTextInTheColourOfACurveCanBeRead()
    {
        for (const Colours* set : {&lightColours(), &darkColours()})
            for (int series = 0; series < seriesColourCount; ++series) {
                const QColor curve = seriesColour(series, set->dark), text = readableColour(curve, set->surface);
                QVERIFY(contrast(text, set->surface) >= 4.5);
                QVERIFY(contrast(text, set->surface) < std::max(5.0, contrast(curve, set->surface) + 0.01));
                QVERIFY(std::abs(text.hsvHue() - curve.hsvHue()) <= 4);
            }
    }

    void aChangeOfThemeReachesWindowsThatAreOpen()
    {
        QLabel window("text");
        window.resize(200, 60);
        window.show();
        QVERIFY(!colours(window.palette()).dark);
        QVERIFY(pixelsOf(window, lightColours().surface) > 5000);
        applyTheme(*qApp, Theme::dark);
        QVERIFY(colours(window.palette()).dark);
        QVERIFY(pixelsOf(window, darkColours().surface) > 5000);
        applyTheme(*qApp, Theme::light);
        QVERIFY(pixelsOf(window, lightColours().surface) > 5000);
    }

    void theIconOfAPrimaryButtonTakesTheColourOfItsTextInEitherTheme()
    {
        const QIcon icon = accentIcon("media-playback-start");
        for (const Theme theme : {Theme::light, Theme::dark}) {
            applyTheme(*qApp, theme);
            const Colours& set = theme == Theme::dark ? darkColours() : lightColours();
            const QImage image = icon.pixmap(44, 44).toImage();
            QVERIFY(!image.isNull());
            QVERIFY(apart(image.pixelColor(image.rect().center()), set.onAccent) < 24);
        }
    }

    void whatIsWrongHasARedEdgeUntilItIsRight()
    {
        QLineEdit line("7 apples");
        line.resize(200, rhythm::control);
        line.show();
        const int before = pixelsOf(line, lightColours().bad);
        setFaulty(&line, true);
        QVERIFY(pixelsOf(line, lightColours().bad) > before + 200);
        setFaulty(&line, false);
        QCOMPARE(pixelsOf(line, lightColours().bad), before);
    }

    /// People who work with the keyboard see where the focus goes.
    void everyControlShowsTheFocus()
    {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* other = new QLineEdit;
        auto* primary = new QPushButton("Run");
        setLook(primary, Look::primary);
        auto* flat = new QToolButton;
        flat->setText("Fit");
        setLook(flat, Look::flat);
        auto* plain = new QToolButton;
        plain->setText("Export");
        auto* tabs = new QTabBar;
        tabs->addTab("Timeline");
        tabs->addTab("Latency");
        auto* tree = new QTreeWidget;
        tree->addTopLevelItem(new QTreeWidgetItem({"Software"}));
        tree->setCurrentItem(tree->topLevelItem(0));
        const QList<QWidget*> controls = {primary, flat, plain, new QPushButton("Layout"), new QCheckBox("3 values"),
                                          tabs,    tree};
        column->addWidget(other);
        for (QWidget* control : controls) {
            control->setFocusPolicy(Qt::StrongFocus);
            column->addWidget(control);
        }
        for (const Theme theme : {Theme::light, Theme::dark}) {
            applyTheme(*qApp, theme);
            window.show();
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            for (QWidget* control : controls) {
                other->setFocus();
                const QImage without = control->grab().toImage();
                control->setFocus(Qt::TabFocusReason);
                QVERIFY(control->hasFocus());
                const QImage with = control->grab().toImage();
                QVERIFY2(with != without, control->metaObject()->className());
            }
        }
    }

    void theOneButtonThatGoesAheadStandsOut()
    {
        QPushButton plain("Run"), primary("Run");
        setLook(&primary, Look::primary);
        for (QPushButton* button : {&plain, &primary}) {
            button->resize(100, rhythm::control);
            button->show();
        }
        QVERIFY(pixelsOf(primary, lightColours().accent) > pixelsOf(plain, lightColours().accent) + 1000);
        primary.setEnabled(false);
        QVERIFY(pixelsOf(primary, lightColours().accent) < 1000);
    }

    void looksOfTextsTellThemApart()
    {
        QLabel plain("A sentence of some length"), dim(plain.text()), error(plain.text());
        setLook(&dim, Look::dim);
        setLook(&error, Look::error);
        for (QLabel* label : {&plain, &dim, &error})
            label->show();
        QVERIFY(pixelsOf(plain, lightColours().text) > 0);
        QCOMPARE(pixelsOf(dim, lightColours().text), 0);
        QVERIFY(pixelsOf(error, lightColours().bad) > 0);
        QVERIFY(smallFont().pointSizeF() < QApplication::font().pointSizeF());
        QVERIFY(strongFont().weight() > QApplication::font().weight());
    }

    void theArrowOfASortedColumnIsBesideItsTitleHoweverThisIsAligned()
    {
        QTableWidget table(0, 1);
        QHeaderView* header = table.horizontalHeader();
        header->setSortIndicator(0, Qt::AscendingOrder);
        auto* title = new QTableWidgetItem("Point");
        table.setHorizontalHeaderItem(0, title);
        table.show();
        for (const Qt::Alignment side : {Qt::AlignLeft, Qt::AlignRight}) {
            title->setTextAlignment(side | Qt::AlignVCenter);
            header->setSortIndicatorShown(true);
            table.resizeColumnsToContents();
            const QImage with = header->grab().toImage();
            header->setSortIndicatorShown(false);
            const QImage without = header->grab().toImage();
            const std::vector<int> letters = columnsOfInk(without);
            QVERIFY(columnsOfInk(with).size() > letters.size());
            for (const int x : letters) // the arrow is in none of them
                for (int y = 0; y < with.height(); ++y)
                    QCOMPARE(with.pixel(x, y), without.pixel(x, y));
        }
    }

    void idsAreShownLetterByLetterWhereTheyAreEdited()
    {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            applyTheme(*qApp, theme);
            QLineEdit line;
            QComboBox box;
            for (QWidget* const edited : {static_cast<QWidget*>(&line), static_cast<QWidget*>(&box)}) {
                edited->ensurePolished();
                QVERIFY(edited->font().styleStrategy() & QFont::PreferNoShaping);
            }
        }
    }

    void theButtonThatClearsAFieldStandsAtMidHeight()
    {
        QLineEdit field;
        field.setClearButtonEnabled(true);
        field.setText("disk");
        field.resize(200, field.sizeHint().height());
        field.show();
        const auto* clear = field.findChild<QToolButton*>();
        QVERIFY(clear && field.rect().contains(clear->geometry()));
        QVERIFY(std::abs(2 * clear->y() + clear->height() - field.height()) <= 2);
    }

    void anIconOnPaperTakesTheColourOfThePapersText()
    {
        const std::pair<Theme, const Colours*> others[] = {{Theme::light, &darkColours()},
                                                           {Theme::dark, &lightColours()}};
        for (const auto& [theme, paper] : others) {
            applyTheme(*qApp, theme);
            QImage drawn(32, 32, QImage::Format_ARGB32_Premultiplied);
            drawn.fill(Qt::transparent);
            QPainter painter(&drawn);
            paintIcon(painter, "media-playback-start", drawn.rect(), *paper);
            painter.end();
            int inked = 0;
            for (int y = 0; y < drawn.height(); ++y)
                for (int x = 0; x < drawn.width(); ++x)
                    if (drawn.pixelColor(x, y).alpha() > 200) {
                        QVERIFY(apart(drawn.pixelColor(x, y), paper->text) < 12);
                        ++inked;
                    }
            QVERIFY(inked > 50);
        }
    }
};

HEADROOM_WIDGET_TEST(ThemeTest)
#include "theme_test.moc"
