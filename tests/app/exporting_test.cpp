// Charts and drawings as files, by the menu and its dialog.

#include "studio_desk.h"

#include <QImage>

using namespace headroom;

class ExportingTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        desk_ = std::make_unique<studio::Desk>();
        QVERIFY(desk_->openRack(10));
    }
    void cleanupTestCase() { desk_.reset(); }

    void beforeARunThereIsNothingToExport()
    {
        desk_->action(chart)->trigger(); // asks for no file
        QVERIFY(!QApplication::activeModalWidget());
    }

    void theChartIsWrittenInEveryForm_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("beginning");
        QTest::newRow("png") << "chart.png" << QByteArray("\x89PNG");
        QTest::newRow("svg") << "chart.svg" << QByteArray("<?xml");
        QTest::newRow("pdf") << "chart.pdf" << QByteArray("%PDF-");
        QTest::newRow("csv") << "chart.csv"
                             << QByteArray("\"time [s]\",\"operation \xc2\xb7 PUT \xc2\xb7 throughput [1/s]\"");
    }
    void theChartIsWrittenInEveryForm()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, beginning);
        if (desk_->runs().empty()) {
            desk_->click(Qt::Key_F5);
            QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        }
        const QByteArray content = exported(chart, file);
        QVERIFY2(content.startsWith(beginning), content.left(100).constData());
        QVERIFY(content.size() > 1000);
        if (file.endsWith("png"))
            QVERIFY(hasSeveralColours(desk_->path(file)));
        if (file.endsWith("csv"))
            QVERIFY(content.count('\n') > 50); // a line for each sample of ten seconds and more
    }

    void theDrawingIsWrittenInEveryForm_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("beginning");
        QTest::newRow("png") << "drawing.png" << QByteArray("\x89PNG");
        QTest::newRow("svg") << "drawing.svg" << QByteArray("<?xml");
        QTest::newRow("pdf") << "drawing.pdf" << QByteArray("%PDF-");
    }
    void theDrawingIsWrittenInEveryForm()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, beginning);
        const QByteArray content = exported(drawing, file);
        QVERIFY2(content.startsWith(beginning), content.left(100).constData());
        QVERIFY(content.size() > 1000);
        if (file.endsWith("png"))
            QVERIFY(hasSeveralColours(desk_->path(file)));
    }

private:
    QByteArray exported(const QString& entry, const QString& name)
    {
        desk_->answerFileDialog(desk_->path(name));
        desk_->action(entry)->trigger();
        QFile file(desk_->path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static bool hasSeveralColours(const QString& path)
    {
        const QImage image(path);
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                colours.insert(image.pixel(x, y));
        return colours.size() > 4;
    }

    const QString chart = QString::fromUtf8("Chart as PNG, SVG, PDF or CSV …");
    const QString drawing = QString::fromUtf8("Drawing as SVG, PDF or PNG …");
    std::unique_ptr<studio::Desk> desk_;
};

QTEST_MAIN(ExportingTest)
#include "exporting_test.moc"
