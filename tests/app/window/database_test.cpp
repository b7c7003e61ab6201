// A replicated database drawn by mouse and keyboard from an empty project: a pool of connections, pages of a table, a
// log with group commit, a synchronous standby, a checkpoint in the background, and replicas that answer queries. The
// test counts the actions: a click, a drag or a completed field is one.

#include "system_desk.h"
#include "tests/widget_tests.h"

#include "widgets/diagram/topology/boxes/group_item.h"

#include <cmath>

using namespace headroom;

class DatabaseTest : public studio::SystemDesk
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { desk_.reset(); }

    void takesAHundredAndFiftyActions()
    {
        standby();
        replica();
        primary();
        clients();
        hardware();
        files();
        load();
        noProblems();
        if (QTest::currentTestFailed())
            return;
        const record::Summary& summary = run();
        QVERIFY2(summary.operations.contains("transaction"), qPrintable(desk_->messages() + desk_->stateText()));
        const auto& transaction = summary.operations.at("transaction");
        const auto& query = summary.operations.at("query");
        // 64 clients that think for 5 ms: the law of Little over both operations.
        const double present = transaction.perSecond * transaction.latency.meanMs / 1000 +
                               query.perSecond * query.latency.meanMs / 1000 +
                               (transaction.perSecond + query.perSecond) * 0.005;
        QVERIFY2(std::abs(present / 64 - 1) < 0.1, qPrintable(QString::number(present)));
        QVERIFY(std::abs(transaction.perSecond / (transaction.perSecond + query.perSecond) - 0.7) < 0.05);
        qInfo("it takes %d actions", actions_);
        QVERIFY2(actions_ <= 150, qPrintable(QString::number(actions_)));
        comesAndGoes();
    }

private:
    void standby()
    {
        press("New role …", "standby");
        press("New operation …", "replicate");
        add("write");
        type("volume", "wal");
        type("bytes", "2 KiB");
        add("flush");
        type("volume", "wal");
    }
    void replica()
    {
        newRole("replica");
        newOperation("query");
        add("compute");
        type("work", "1 ms");
        pages();
    }
    /// Four pages of a table, anywhere in it.
    void pages()
    {
        add("loop");
        type("count", "4");
        add("draw");
        type("variable", "page");
        type("to", "244140");
        add("read");
        type("volume", "data");
        type("bytes", "8 KiB");
        type("key", "floor(page)");
    }
    void primary()
    {
        newRole("primary");
        newOperation("transaction");
        add("acquire");
        type("state", "connections");
        add("compute");
        type("work", "3 ms");
        pages();
        clickWire("loop1", "done");
        add("write");
        type("volume", "wal");
        type("bytes", "2 KiB");
        add("flush");
        type("volume", "wal");
        add("call");
        choose("role", "standby");
        add("release");
        type("state", "connections");
        click("primary", "connections");
        type("capacity", "32");
        newOperation("checkpoint");
        add("write");
        type("volume", "data");
        type("bytes", "64 MiB");
        type("key", "0");
        add("flush");
        type("volume", "data");
        type("key", "0");
    }
    void clients()
    {
        newRole("client");
        newOperation("transaction");
        add("call");
        choose("role", "primary");
        choose("operation", "transaction");
        newOperation("query");
        add("call");
        choose("role", "replica");
    }
    void hardware()
    {
        press("Nodes for each role");
        if (QTest::currentTestFailed())
            return;
        QTRY_COMPARE(window().topology().scene()->selectedBoxes().size(), 4);
        type("processor", "Intel_Xeon_Gold_6426Y");
        for (const char* group : {"standby", "replica", "primary"}) {
            click(box(window().topology(), group));
            addPart("S3700");
        }
        click(box(window().topology(), "replica"));
        type("count", "2");
        click(box(window().topology(), "switch1"));
        addPart("S4810");
        addPart("X520");
    }
    void files()
    {
        for (const char* group : {"primary", "replica"}) {
            clickVolume(group, "data");
            type("cache_start", "warm");
            type("files", "244140");
            type("file_size", "8 KiB");
        }
    }
    void load()
    {
        press("Add workload");
        type("workers", "64");
        type("think_time", "5 ms");
        click(lastLoad(), "transaction");
        type("weight", "70");
        click(lastLoad(), "query");
        type("weight", "30");
        chooseIn("Workloads", {"Add workload for", "primary"});
        type("type", "timer");
        type("period", "10 s");
        remove(lastLoad(), "transaction");
        hand().click(hand().item("Duration, warm-up, seed"));
        ++actions_;
        type("duration", "1 s");
        type("warm_up", "200 ms");
        type("sampling_interval", "100 ms");
    }

    QString lastLoad()
    {
        const auto& loads = model().project().workloads;
        return loads.empty() ? QString() : QString::fromStdString(loads.back().id);
    }
    void clickWire(const QString& from, const QString& way)
    {
        if (QTest::currentTestFailed())
            return;
        window().software().view()->fit();
        QApplication::processEvents();
        for (const auto* wire : drawing()->wires())
            if (wire->from().box == from && wire->from().port == way)
                return click({window().software().view(), window().software().view()->mapFromScene(wire->middle())});
        QFAIL(qPrintable(from + ' ' + way));
    }
    void clickVolume(const QString& group, const QString& volume)
    {
        if (QTest::currentTestFailed())
            return;
        window().topology().view()->fit();
        QApplication::processEvents();
        const auto* item = dynamic_cast<widgets::GroupItem*>(window().topology().scene()->box(group));
        QVERIFY2(item, qPrintable(group));
        for (const auto& part : item->texts().parts)
            if (part.kind == widgets::GroupPart::Kind::volume && part.id == volume)
                return click({window().topology().view(),
                              window().topology().view()->mapFromScene(item->pos() + item->placeOf(part).center())});
        QFAIL(qPrintable(volume));
    }
    /// The menu of an entry of the tree, each step of which is a click.
    void chooseIn(const QString& entry, const QStringList& path)
    {
        if (QTest::currentTestFailed())
            return;
        hand().choose(entry, path);
        actions_ += 1 + static_cast<int>(path.size());
    }
    /// An entry of the tree, by the key Delete.
    void remove(const QString& above, const QString& entry)
    {
        click(above, entry);
        if (QTest::currentTestFailed())
            return;
        QTest::keyClick(tree(), Qt::Key_Delete);
        QApplication::processEvents();
        ++actions_;
    }
};

HEADROOM_WIDGET_TEST(DatabaseTest)
#include "database_test.moc"
