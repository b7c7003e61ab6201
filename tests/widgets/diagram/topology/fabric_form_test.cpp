// The form of a fabric: what its numbers come to as they are typed, and what it makes of them.

#include "../../document/sample_project.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/topology/panels/fabric_form.h"
#include "widgets/document/model/document_model.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace headroom::widgets;
using headroom::project::Json;

namespace {

Json component(const char* id, const char* kind, Json parameters)
{
    return {{"id", id},
            {"kind", kind},
            {"vendor", "v"},
            {"model", id},
            {"source", "s"},
            {"confidence", "datasheet"},
            {"parameters", std::move(parameters)}};
}

std::shared_ptr<headroom::project::ComponentLibrary> library()
{
    auto result = std::make_shared<headroom::project::ComponentLibrary>();
    headroom::project::Findings findings;
    const auto ports = [](std::vector<std::pair<int, double>> classes) {
        Json list = Json::array();
        for (const auto& [count, rate] : classes)
            list.push_back({{"count", count}, {"rate_bps", rate}});
        return Json{{"ports", list}};
    };
    result->add(Json::array({component("nic25", "nic", {{"link_rate_bps", 25e9}, {"data_rate_bps", 25e9}}),
                             component("leaf48", "switch", ports({{48, 25e9}, {8, 100e9}})),
                             component("spine32", "switch", ports({{32, 100e9}}))}),
                "/components", findings);
    return result;
}

} // namespace

class FabricFormTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        auto project = sample::cluster();
        project.topology.groups.back().fields["count"] = "WORKERS + 36"; // 100 nodes
        project_ = project;
        project_.topology.fabrics.clear();
        headroom::project::Fabric fabric;
        fabric.id = "wide";
        fabric.fields = {{"generate", "leaf-spine"}, {"nic", "nic25"}};
        form_ = std::make_unique<FabricForm>(project_, library(), fabric, nullptr);
        form_->show();
    }
    void cleanup() { form_.reset(); }

    void numbersThatAreTypedSayWhatTheyComeTo()
    {
        QVERIFY(!form_->problem().isEmpty());
        choose("leaf_switch", "leaf48");
        choose("spine_switch", "spine32");
        type("spines", "2");
        type("leaf_nodes", "40");
        QVERIFY2(form_->problem().isEmpty(), qPrintable(form_->problem()));
        QCOMPARE(form_->result("switches"), QString("5: 3 leaves, 2 spines"));
        QCOMPARE(form_->result("cables"), QString("104 to nodes, 6 between switches"));
        QCOMPARE(form_->result("places"), QString("16 of 120"));
        QCOMPARE(form_->result("oversubscription"), QString("5 : 1")); // 40 × 25 over 2 × 100
        QCOMPARE(form_->result("leaf ports"), QString("8 × 25 Gb/s, 6 × 100 Gb/s"));
        QCOMPARE(form_->result("spine ports"), QString("29 × 100 Gb/s"));
        type("oversubscription", "2.5");
        QCOMPARE(form_->result("oversubscription"), QString("2.5 : 1"));
        QCOMPARE(form_->result("cables"), QString("104 to nodes, 12 between switches"));
        type("leaf_nodes", "WORKERS");
        QVERIFY(!form_->problem().isEmpty()); // 64 nodes of 25 Gb/s are more than the switch has ports for
    }

    void anotherShapeShowsItsOwnNumbers()
    {
        QVERIFY(form_->editor("spines")->isVisible() && !form_->editor("radix")->isVisible());
        choose("generate", "fat tree");
        QVERIFY(!form_->editor("spines")->isVisible() && form_->editor("radix")->isVisible());
        choose("leaf_switch", "leaf48");
        type("radix", "7");
        QVERIFY(!form_->problem().isEmpty());
        type("radix", "8");
        QVERIFY2(form_->problem().isEmpty(), qPrintable(form_->problem()));
        QCOMPARE(form_->result("switches"), QString("80: 32 edge, 32 aggregation, 16 core"));
    }

    void whatIsTypedBecomesTheFabricsFields()
    {
        choose("leaf_switch", "leaf48");
        type("spines", "2");
        type("leaf_nodes", "WORKERS");
        type("node_rate", "10 Gb/s");
        auto fabric = form_->fabric();
        QVERIFY(fabric.fields["spines"] == Json(2));
        QVERIFY(fabric.fields["leaf_nodes"] == Json("WORKERS"));
        QVERIFY(fabric.fields["node_rate"] == Json("10 Gb/s"));
        QVERIFY(!fabric.fields.contains("uplinks") && !fabric.fields.contains("cable_latency"));
        choose("generate", "star");
        fabric = form_->fabric();
        QVERIFY(!fabric.fields.contains("spines")); // a star has none
    }

    void theFormOfAFabricThatIsThereSaysAtOnceWhatItComesTo()
    {
        headroom::project::Fabric fabric;
        fabric.id = "wide";
        fabric.fields = {
            {"generate", "leaf-spine"}, {"nic", "nic25"}, {"leaf_switch", "leaf48"}, {"spines", 2}, {"leaf_nodes", 40}};
        project_.topology.fabrics = {fabric};
        form_ = std::make_unique<FabricForm>(project_, library(), fabric, nullptr);
        QCOMPARE(form_->result("oversubscription"), QString("5 : 1"));
        QVERIFY(form_->fabric().fields == fabric.fields); // what is not touched stays
    }

    void aNameThatIsTakenIsToldAndNotAccepted()
    {
        project_.topology = sample::rack();
        headroom::project::Fabric fabric;
        fabric.id = "fabric1";
        form_ = std::make_unique<FabricForm>(project_, library(), fabric, nullptr);
        auto* ok = form_->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QVERIFY(ok->isEnabled());
        form_->idEditor()->setText("rack");
        QVERIFY(!ok->isEnabled());
        QVERIFY(!form_->problem().isEmpty());
    }

private:
    void type(const char* field, const QString& text)
    {
        auto* line = qobject_cast<QLineEdit*>(form_->editor(field));
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    void choose(const char* field, const QString& value)
    {
        auto* box = qobject_cast<QComboBox*>(form_->editor(field));
        QVERIFY(box->findData(value) >= 0);
        box->setCurrentIndex(box->findData(value));
    }

    headroom::project::Project project_;
    std::unique_ptr<FabricForm> form_;
};

HEADROOM_WIDGET_TEST(FabricFormTest)
#include "fabric_form_test.moc"
