// A replicated log drawn by mouse and keyboard from an empty project, as a newcomer draws it: the leader writes and
// flushes while it asks two followers to do the same, and answers when two of the three have. The test counts the
// actions: a click, a drag or a completed field is one.

#include "system_desk.h"
#include "tests/widget_tests.h"

#include <cmath>

using namespace headroom;

class ReplicatedLogTest : public studio::SystemDesk
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { desk_.reset(); }

    void takesSixtyActions()
    {
        press("New role …", "follower");
        press("New operation …", "append");
        append();

        newRole("leader");
        newOperation("put");
        add("fork");
        type("paths", "3");
        append();
        add("join"); // of the only fork
        QVERIFY(model().field(block("join1"), "of") == project::Json("fork1"));
        choose("mode", "k");
        type("k", "2");
        for (const char* way : {"path2", "path3"}) {
            addAt("fork1", way, "call"); // to the only role that can be asked
            const QString call = QStringLiteral("call%1").arg(++calls_);
            QVERIFY(model().field(block(call), "role") == project::Json("follower"));
            QVERIFY(model().field(block(call), "operation") == project::Json("append"));
            wire(call, "reply", "join1");
            if (QTest::currentTestFailed())
                return;
        }

        newRole("client");
        newOperation("put");
        add("call");
        choose("role", "leader");

        press("Nodes for each role");
        if (QTest::currentTestFailed())
            return;
        QTRY_COMPARE(window().topology().scene()->selectedBoxes().size(), 3);
        type("processor", "Intel_Xeon_Gold_6426Y");
        for (const char* group : {"leader", "follower"}) {
            click(box(window().topology(), group));
            addPart("P3700 2TB");
        }
        click(box(window().topology(), "follower"));
        type("count", "2");
        click(box(window().topology(), "switch1"));
        addPart("S4810");
        addPart("X520");

        press("Add workload");
        QTRY_COMPARE(window().focusWidget(), inspector()->editor("workers")); // what matters most
        type("workers", "16");
        hand().click(hand().item("Duration, warm-up, seed"));
        ++actions_;
        type("duration", "1 s");
        type("warm_up", "200 ms");
        type("sampling_interval", "100 ms");
        noProblems();
        if (QTest::currentTestFailed())
            return;
        const record::Summary& summary = run();
        QVERIFY2(summary.operations.contains("put"), qPrintable(desk_->messages() + desk_->stateText()));
        const auto& put = summary.operations.at("put");
        QVERIFY2(std::abs(put.perSecond * put.latency.meanMs / 1000 / 16 - 1) < 0.05, // the law of Little
                 qPrintable(QString::number(put.perSecond)));
        qInfo("it takes %d actions", actions_);
        QVERIFY2(actions_ <= 60, qPrintable(QString::number(actions_)));
        comesAndGoes();
    }

private:
    void append()
    {
        add("write");
        type("volume", "wal");
        type("bytes", "4 KiB");
        add("flush"); // of the only volume
    }
    widgets::ElementRef block(const QString& id) { return widgets::ElementRef::block(drawing()->path(), id); }

    int calls_ = 0;
};

HEADROOM_WIDGET_TEST(ReplicatedLogTest)
#include "replicated_log_test.moc"
