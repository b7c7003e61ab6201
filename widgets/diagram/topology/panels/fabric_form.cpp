#include "widgets/diagram/topology/panels/fabric_form.h"

#include "project/document/document.h"
#include "widgets/document/lookup/block_summary.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/document/topology/tier_texts.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace headroom::widgets {

using project::FieldType;
using project::Json;

namespace {

/// The fields used for a shape, in the order of the form.
QStringList fieldsOfShape(const QString& shape)
{
    const QStringList cables{"node_rate", "uplink_rate", "cable_latency"};
    if (shape == "star")
        return {"nic", "leaf_switch", "node_rate", "cable_latency"};
    if (shape == "leaf-spine")
        return QStringList{"nic",    "leaf_switch", "spine_switch", "spines",
                           "leaves", "leaf_nodes",  "uplinks",      "oversubscription"} +
               cables;
    if (shape == "clos")
        return QStringList{"nic", "leaf_switch", "spine_switch", "leaf_nodes", "spines", "leaves", "uplinks"} + cables;
    if (shape == "fat tree")
        return QStringList{"nic", "leaf_switch", "spine_switch", "radix"} + cables;
    return {"nic"};
}

QString textOfEditor(const QWidget* editor)
{
    if (const auto* line = qobject_cast<const QLineEdit*>(editor))
        return line->text().trimmed();
    const auto* box = qobject_cast<const QComboBox*>(editor);
    if (!box)
        return {};
    const int at = box->findText(box->currentText());
    return at >= 0 ? box->itemData(at).toString() : box->currentText().trimmed();
}

/// A plain number as a number, other texts unchanged.
Json valueOf(const QString& written)
{
    bool whole = false, number = false;
    const qlonglong integer = written.toLongLong(&whole);
    const double real = written.toDouble(&number);
    return whole ? Json(integer) : number ? Json(real) : Json(written.toStdString());
}

} // namespace

QString portsText(const project::SwitchPorts& ports)
{
    QStringList texts;
    for (const auto& each : ports.classes)
        if (each.count >= 1)
            texts.append(QStringLiteral("%1 × %2").arg(static_cast<int>(each.count)).arg(lineRateText(each.rate)));
    return texts.isEmpty() ? QStringLiteral("–") : texts.join(", ");
}

FabricForm::FabricForm(const project::Project& project, Library library, const project::Fabric& fabric, QWidget* parent)
    : Dialog(parent), library_(std::move(library)), fabric_(fabric), id_(new QLineEdit(text(fabric.id))),
      holds_(new QCheckBox(tr("Use this fabric"))), rows_(new QFormLayout), problem_(new QLabel),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setObjectName("fabricForm");
    project_.parameters = project.parameters;
    project_.components = project.components;
    project_.topology = project.topology;
    const auto& known = project_.topology.fabrics;
    isNew_ = std::none_of(known.begin(), known.end(), [&](const auto& each) { return each.id == fabric.id; });
    setWindowTitle(isNew_ ? tr("New fabric") : tr("Fabric %1").arg(text(fabric.id)));
    id_->setReadOnly(!isNew_);
    holds_->setChecked(isNew_ || known.size() == 1);
    addEditors();

    auto* numbers = new QGridLayout;
    numbers->setHorizontalSpacing(2 * rhythm::step);
    numbers->setVerticalSpacing(rhythm::half);
    const std::pair<const char*, QString> lines[] = {{"switches", tr("Switches")},
                                                     {"cables", tr("Cables")},
                                                     {"places", tr("Free places for nodes")},
                                                     {"leaf ports", tr("Free ports of a leaf switch")},
                                                     {"spine ports", tr("Free ports of a spine switch")},
                                                     {"oversubscription", tr("Oversubscription")}};
    for (const auto& [name, title] : lines) {
        auto* label = new QLabel(title);
        setLook(label, Look::dim);
        auto* value = new QLabel;
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        numbers->addWidget(label, static_cast<int>(results_.size()), 0);
        numbers->addWidget(value, static_cast<int>(results_.size()), 1);
        results_.insert(name, value);
    }
    numbers->setColumnStretch(1, 1);
    problem_->setWordWrap(true);
    setLook(problem_, Look::error);

    auto* column = new QVBoxLayout(this);
    column->setSpacing(rhythm::step);
    column->addLayout(rows_);
    column->addWidget(sectionHeading(tr("Resulting fabric")));
    column->addLayout(numbers);
    column->addWidget(problem_);
    column->addWidget(holds_);
    column->addStretch(1);
    column->addWidget(buttons_);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(id_, &QLineEdit::textChanged, this, &FabricForm::calculate);
    resize(560, 0);
    showShape();
}

void FabricForm::addEditors()
{
    rows_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    rows_->setHorizontalSpacing(2 * rhythm::step);
    rows_->setVerticalSpacing(rhythm::half);
    rows_->addRow(tr("Name"), id_);
    const auto& fields = project::fabricFields();
    QStringList names{"generate"};
    for (const char* shape : {"leaf-spine", "fat tree"})
        for (const QString& name : fieldsOfShape(shape))
            if (!names.contains(name))
                names.append(name);
    for (const QString& name : names) {
        const auto* field = project::findField(fields, name.toStdString());
        QWidget* editor = makeEditor(*field);
        editor->setToolTip(text(field->meaning));
        editors_.insert(name, editor);
        auto* label = new QLabel(text(field->label));
        label->setToolTip(text(field->meaning));
        label->setBuddy(editor);
        rows_->addRow(label, editor);
    }
}

QWidget* FabricForm::makeEditor(const project::FieldDeclaration& field)
{
    const auto found = fabric_.fields.find(field.name);
    const QString set = found == fabric_.fields.end() || found->is_null() ? QString() : valueText(*found);
    if (field.type != FieldType::component && field.type != FieldType::choice) {
        auto* line = new QLineEdit(set);
        line->setPlaceholderText(field.defaultValue.is_null() ? text(field.example) : valueText(field.defaultValue));
        connect(line, &QLineEdit::textChanged, this, &FabricForm::calculate);
        return line;
    }
    auto* box = new QComboBox;
    if (field.type == FieldType::choice) {
        for (const auto& choice : field.choices)
            box->addItem(text(choice), text(choice));
        connect(box, &QComboBox::currentTextChanged, this, &FabricForm::showShape);
    } else {
        box->addItem(QString(), QString());
        for (const auto& parameter : project_.parameters)
            if (mayName(parameter, field))
                box->addItem(text(parameter.name), text(parameter.name));
        for (const auto* component : library_->ofKinds(field.kinds))
            box->addItem(text(component->model), text(component->id));
        connect(box, &QComboBox::currentTextChanged, this, &FabricForm::calculate);
    }
    const QString wanted = set.isEmpty() && !field.defaultValue.is_null() ? valueText(field.defaultValue) : set;
    if (box->findData(wanted) < 0)
        box->addItem(wanted, wanted);
    box->setCurrentIndex(box->findData(wanted));
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    return box;
}

project::Fabric FabricForm::fabric() const
{
    project::Fabric fabric = fabric_;
    fabric.id = id_->text().trimmed().toStdString();
    const QStringList wanted = QStringList{"generate"} + fieldsOfShape(textOfEditor(editors_["generate"]));
    for (auto editor = editors_.begin(); editor != editors_.end(); ++editor) {
        const std::string name = editor.key().toStdString();
        const QString written = textOfEditor(editor.value());
        const auto* field = project::findField(project::fabricFields(), name);
        const bool isDefault = !field->defaultValue.is_null() && valueText(field->defaultValue) == written;
        const bool wasSet = fabric.fields.contains(name);
        if (written.isEmpty() || !wanted.contains(editor.key()) || (isDefault && !wasSet))
            fabric.fields.erase(name);
        else if (!wasSet || valueText(fabric.fields[name]) != written)
            fabric.fields[name] = valueOf(written);
    }
    return fabric;
}

bool FabricForm::holds() const
{
    return holds_->isChecked();
}

QString FabricForm::result(const QString& name) const
{
    return results_.value(name)->text();
}

QString FabricForm::problem() const
{
    return problem_->text();
}

void FabricForm::say(const QString& name, const QString& value)
{
    results_.value(name)->setText(value.isEmpty() ? QStringLiteral("–") : value);
}

void FabricForm::showShape()
{
    if (!editors_.contains("cable_latency"))
        return; // the form is still being created
    const QStringList wanted = QStringList{"generate"} + fieldsOfShape(textOfEditor(editors_["generate"]));
    for (auto editor = editors_.begin(); editor != editors_.end(); ++editor) {
        editor.value()->setVisible(wanted.contains(editor.key()));
        rows_->labelForField(editor.value())->setVisible(wanted.contains(editor.key()));
    }
    calculate();
}

QString FabricForm::idProblem() const
{
    const std::string id = id_->text().trimmed().toStdString();
    const auto& known = project_.topology.fabrics;
    if (id.empty())
        return tr("It needs a name.");
    if (isNew_ && std::any_of(known.begin(), known.end(), [&](const auto& each) { return each.id == id; }))
        return tr("There is a fabric of this name already.");
    return {};
}

void FabricForm::calculate()
{
    if (results_.isEmpty())
        return; // the form is still being created
    const project::Fabric typed = fabric();
    project::Findings findings;
    project::Resolver resolver(project_, *library_, findings);
    project::FabricNumbersAsked asked;
    const bool parts = project::numbersAsked(project_.topology, typed, resolver, "/topology/fabrics/0", asked);
    QString why = idProblem();
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(why.isEmpty());
    for (auto* label : std::as_const(results_))
        label->setText(QStringLiteral("–"));
    const auto tell = [&](const QString& sentence) { problem_->setText(why.isEmpty() ? sentence : why); };
    if (asked.shape == "drawn") {
        say("switches", QString::number(typed.switches.size()));
        say("cables", tr("as they are drawn"));
        return tell({});
    }
    if (!findings.empty())
        return tell(text(findings.front().problem));
    const project::FabricPlan plan =
        project::planFabric(asked, project::placesAsked(project_.topology, resolver, asked));
    if (plan.fault != project::FabricFault::none)
        return tell(faultText(plan, asked));
    say("switches", asked.shape == "star" ? tr("1")
                    : plan.aggregations > 0
                        ? tr("%1: %2 edge, %3 aggregation, %4 core")
                              .arg(plan.switches())
                              .arg(plan.leaves)
                              .arg(plan.aggregations)
                              .arg(plan.spines)
                        : tr("%1: %2 leaves, %3 spines").arg(plan.switches()).arg(plan.leaves).arg(plan.spines));
    say("cables", tr("%1 to nodes, %2 between switches").arg(plan.nodes).arg(plan.switchCables()));
    say("places",
        asked.shape == "star" ? QString() : tr("%1 of %2").arg(plan.freePlaces()).arg(plan.freePlaces() + plan.nodes));
    say("oversubscription", oversubscriptionText(plan.oversubscription));
    const auto* leaf = resolver.component(project::fabricFields(), "leaf_switch", typed.fields, {});
    const auto* spine = typed.fields.contains("spine_switch")
                            ? resolver.component(project::fabricFields(), "spine_switch", typed.fields, {})
                            : leaf;
    bool fits = true;
    if (leaf) {
        project::SwitchPorts ports = project::portsOf(*leaf);
        fits =
            project::plug(ports, {{plan.nodeRate, double(plan.places)}, {asked.uplinkRate, double(plan.leafUplinks)}});
        say("leaf ports", portsText(ports));
    }
    if (spine && plan.spines > 0) {
        project::SwitchPorts ports = project::portsOf(*spine);
        const double cables = plan.aggregations > 0 ? asked.radix : double(plan.leaves) * plan.cables;
        fits = project::plug(ports, {{asked.uplinkRate, cables}}) && fits;
        say("spine ports", portsText(ports));
    }
    tell(!parts  ? tr("Pick the adapter and the switches.")
         : !fits ? tr("A switch has too few ports for its cables: choose another switch, or more switches.")
                 : QString());
}

} // namespace headroom::widgets
