#include "widgets/components/component_form.h"

#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/vocabulary/component_kinds.h"
#include "widgets/components/component_table.h"
#include "widgets/components/figure_units.h"
#include "widgets/parameters/fields/component_names.h"
#include "widgets/parameters/fields/quantity_check.h"
#include "widgets/parameters/inspector/value_table.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QVBoxLayout>

namespace headroom::widgets {

using project::FieldDeclaration;
using project::FieldType;
using project::Json;

namespace {

constexpr QSize formSize{480, 680};

QStringList choicesOf(const FieldDeclaration& field)
{
    QStringList choices;
    for (const std::string& choice : field.choices)
        choices << text(choice);
    return choices;
}

/// "e.g. 1.92 TB" for a figure in bytes.
QString hintOf(const FieldDeclaration& field)
{
    const std::string& figure = field.name;
    if (field.type == FieldType::text)
        return field.example.empty() ? QString() : ComponentForm::tr("e.g. %1").arg(text(field.example));
    if (field.type == FieldType::choice)
        return choicesOf(field).join(ComponentForm::tr(" or "));
    const QString base = unitOf(figure).base;
    if (figure.ends_with("_bps"))
        return ComponentForm::tr("e.g. 25 Gb/s");
    if (base == "B")
        return ComponentForm::tr("e.g. 1.92 TB");
    if (base == "B/s")
        return ComponentForm::tr("e.g. 500 MB/s");
    if (base == "s")
        return ComponentForm::tr("e.g. 65 us");
    return base.isEmpty() ? QString() : ComponentForm::tr("in %1").arg(base);
}

Json rowsInWords(const Json& rows)
{
    Json words = Json::array();
    for (const Json& row : rows) {
        words.push_back(Json::object());
        for (auto cell = row.begin(); row.is_object() && cell != row.end(); ++cell)
            words.back()[cell.key()] = figureEditText(cell.key(), *cell).toStdString();
    }
    return words.empty() ? Json() : words;
}

/// The table has checked that each cell is a valid figure of its column.
Json rowsInFigures(const Json& words)
{
    Json rows = Json::array();
    for (const Json& row : words) {
        rows.push_back(Json::object());
        for (const auto& [name, cell] : row.items())
            if (const auto figure = figureFromText(name, editorText(cell)))
                rows.back()[name] = *figure;
    }
    return rows;
}

/// The value that the text means for the figure; nothing if it means none.
std::optional<Json> valueFromText(const FieldDeclaration& field, const QString& text)
{
    if (field.type != FieldType::text && field.type != FieldType::choice)
        return figureFromText(field.name, text);
    const std::string words = text.trimmed().toStdString();
    return words.empty() ? std::optional<Json>() : Json(words);
}

QString idFrom(const QString& vendor, const QString& model)
{
    QString id = vendor + ' ' + model;
    return id.trimmed().replace(QRegularExpression("[^A-Za-z0-9]+"), "_");
}

} // namespace

ComponentForm::ComponentForm(const project::Component& component, QStringList present, QWidget* parent)
    : Dialog(parent), component_(component), present_(std::move(present)),
      kind_(named(new QComboBox, "kind", tr("Kind"))), confidence_(named(new QComboBox, "confidence", tr("Confidence")))
{
    setObjectName("componentForm");
    setWindowTitle(component.id.empty() ? tr("New component") : tr("Edit component"));
    auto* whole = new QVBoxLayout(this);
    auto* content = new QWidget;
    column_ = new QVBoxLayout(content);
    column_->setSpacing(rhythm::half);
    whole->addWidget(scrolledInFrame(content), 1);

    for (const auto& kind : project::componentKinds())
        kind_->addItem(kindHeading(kind.name), text(kind.name));
    kind_->setCurrentIndex(std::max(0, kind_->findData(text(component.kind))));
    auto* kindLabel = new QLabel(tr("Kind"));
    setLook(kindLabel, Look::label);
    column_->addWidget(kindLabel);
    column_->addWidget(kind_);
    vendor_ = addLine(*column_, "vendor", tr("Vendor"), {}, text(component.vendor));
    model_ = addLine(*column_, "model", tr("Model"), {}, text(component.model));
    id_ = addLine(*column_, "id", tr("Id that projects use for it"), {}, text(component.id));
    idTyped_ = !component.id.empty();
    if (!idTyped_)
        id_->setText(idFrom(vendor_->text(), model_->text()));
    id_->setReadOnly(idTyped_); // projects use this id already
    source_ = addLine(*column_, "source", tr("Source of the figures"), tr("data sheet, measurement, offer …"),
                      text(component.source));
    for (const char* word : {"datasheet", "measured", "published", "estimated"})
        confidence_->addItem(confidenceText(word), word);
    confidence_->setCurrentIndex(std::max(0, confidence_->findData(text(component.confidence))));
    column_->addWidget(confidence_);
    notes_ = addLine(*column_, "notes", tr("Notes"), {}, text(component.notes));
    addFigures();

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    save_ = buttons->button(QDialogButtonBox::Save);
    setLook(save_, Look::primary);
    whole->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(kind_, &QComboBox::activated, this, [this] {
        component_ = this->component();
        addFigures();
        check();
    });
    connect(id_, &QLineEdit::textEdited, this, [this] { idTyped_ = true; });
    for (QLineEdit* line : {vendor_, model_})
        connect(line, &QLineEdit::textChanged, this, [this] {
            if (!idTyped_)
                id_->setText(idFrom(vendor_->text(), model_->text()));
            check();
        });
    for (QLineEdit* line : {id_, source_})
        connect(line, &QLineEdit::textChanged, this, &ComponentForm::check);
    resize(formSize);
    check();
}

QLineEdit* ComponentForm::addLine(QVBoxLayout& column, const QString& name, const QString& label, const QString& hint,
                                  const QString& value)
{
    auto* words = new QLabel(label);
    setLook(words, Look::label);
    auto* line = named(new QLineEdit(value), name);
    line->setAccessibleName(label);
    line->setPlaceholderText(hint);
    words->setBuddy(line);
    auto* problem = named(new QLabel, "problem " + name);
    problem->setWordWrap(true);
    problem->hide();
    setLook(problem, Look::error);
    problems_[line] = problem;
    column.addWidget(words);
    column.addWidget(line);
    column.addWidget(problem);
    return line;
}

void ComponentForm::addFigures()
{
    for (const auto& [name, line] : lines_)
        problems_.erase(line);
    lines_.clear();
    flags_.clear();
    tableProblems_.clear();
    delete figures_;
    figures_ = new QWidget;
    auto* column = new QVBoxLayout(figures_);
    column->setContentsMargins(0, rhythm::step, 0, 0);
    column->setSpacing(rhythm::half);
    column->addWidget(sectionHeading(tr("Figures")));
    shown_ = figuresOf(kind_->currentData().toString().toStdString());
    for (const FieldDeclaration& field : shown_) {
        if (field.type == FieldType::rows) {
            addTable(*column, field);
            continue;
        }
        if (field.type == FieldType::flag) {
            addFlag(*column, field);
            continue;
        }
        const Json value = component_.parameters.value(field.name, Json());
        const QString label = field.required ? tr("%1 (needed)").arg(text(field.label)) : text(field.label);
        QLineEdit* line = addLine(*column, text(field.name), label, hintOf(field), figureEditText(field.name, value));
        line->setToolTip(text(field.meaning));
        lines_[field.name] = line;
        connect(line, &QLineEdit::textChanged, this, &ComponentForm::check);
    }
    column->addStretch();
    column_->addWidget(figures_);
}

void ComponentForm::addFlag(QVBoxLayout& column, const FieldDeclaration& field)
{
    auto* box = named(new QCheckBox(text(field.label)), text(field.name));
    box->setToolTip(text(field.meaning));
    const Json value = component_.parameters.value(field.name, field.defaultValue);
    box->setChecked(value.is_boolean() && value.get<bool>());
    flags_[field.name] = box;
    column.addWidget(box);
}

/// Rows of figures, each entered with its unit: the ports of a switch, the turbo clocks of a processor.
void ComponentForm::addTable(QVBoxLayout& column, const FieldDeclaration& field)
{
    auto* words = new QLabel(text(field.label));
    setLook(words, Look::label);
    auto* table = named(new ValueTable(field), text(field.name));
    table->setAccessibleName(words->text());
    table->setToolTip(text(field.meaning));
    table->show(rowsInWords(component_.parameters.value(field.name, Json())));
    auto* problem = named(new QLabel, "problem " + text(field.name));
    problem->setWordWrap(true);
    problem->hide();
    setLook(problem, Look::error);
    table->setCheck(
        [this](const FieldDeclaration& cell, const QString& entered) { return figureProblem(cell, entered); });
    connect(table, &ValueTable::checked, this, [this, problem, field](const QString& sentence) {
        problem->setText(sentence);
        problem->setVisible(!sentence.isEmpty());
        tableProblems_[field.name] = sentence;
        check();
    });
    connect(table, &ValueTable::edited, this, [this, table, field](const Json& rows) {
        const Json figures = rowsInFigures(rows);
        component_.parameters.erase(field.name);
        if (!figures.empty())
            component_.parameters[field.name] = figures;
        // The cells then show the figures as they are understood, with their units.
        QMetaObject::invokeMethod(
            table,
            [this, table, name = field.name] { table->show(rowsInWords(component_.parameters.value(name, Json()))); },
            Qt::QueuedConnection);
    });
    column.addWidget(words);
    column.addWidget(table);
    column.addWidget(problem);
}

project::Component ComponentForm::component() const
{
    project::Component made = component_;
    made.kind = kind_->currentData().toString().toStdString();
    made.vendor = vendor_->text().trimmed().toStdString();
    made.model = model_->text().trimmed().toStdString();
    made.id = id_->text().trimmed().toStdString();
    made.source = source_->text().trimmed().toStdString();
    made.confidence = confidence_->currentData().toString().toStdString();
    made.notes = notes_->text().trimmed().toStdString();
    for (const FieldDeclaration& field : shown_) {
        const std::string& name = field.name;
        if (const auto box = flags_.find(name); box != flags_.end())
            if (made.parameters.value(name, field.defaultValue) != Json(box->second->isChecked()))
                made.parameters[name] = box->second->isChecked();
        const auto found = lines_.find(name);
        if (found == lines_.end())
            continue;
        const QLineEdit* line = found->second;
        const auto value = valueFromText(field, line->text());
        if (value && line->text().trimmed() != figureEditText(name, made.parameters.value(name, Json())))
            std::erase(made.estimatedFields, name); // a figure that the user entered is no longer an estimate
        if (value)
            made.parameters[name] = *value;
        else
            made.parameters.erase(name);
    }
    return made;
}

QString ComponentForm::figureProblem(const FieldDeclaration& field, const QString& entered) const
{
    if (entered.trimmed().isEmpty())
        return field.required ? tr("A run needs this figure.") : QString();
    if (field.type == FieldType::text)
        return {};
    if (field.type == FieldType::choice)
        return choicesOf(field).contains(entered.trimmed()) ? QString() : tr("Write %1.").arg(hintOf(field));
    const auto value = figureFromText(field.name, entered);
    const QString base = unitOf(field.name).base;
    if (!value)
        return base.isEmpty() ? tr("Write a number.") : tr("Write a number with a unit: %1.").arg(hintOf(field));
    const double number = value->get<double>();
    if (field.minimum && number < *field.minimum)
        return tr("At least %1.").arg(figureEditText(field.name, *field.minimum));
    return field.maximum && number > *field.maximum ? tr("At most %1.").arg(figureEditText(field.name, *field.maximum))
                                                    : QString();
}

void ComponentForm::showProblem(QLineEdit* line, const QString& problem)
{
    problems_.at(line)->setText(problem);
    problems_.at(line)->setVisible(!problem.isEmpty() && !line->text().trimmed().isEmpty());
    setFaulty(line, !problem.isEmpty() && !line->text().trimmed().isEmpty());
}

void ComponentForm::check()
{
    bool good = true;
    const auto show = [&](QLineEdit* line, const QString& problem) {
        showProblem(line, problem);
        good = good && problem.isEmpty();
    };
    show(model_, model_->text().trimmed().isEmpty() ? tr("It needs a name.") : QString());
    show(source_, source_->text().trimmed().isEmpty() ? tr("Say where the figures are from.") : QString());
    show(id_, id_->text().trimmed().isEmpty()            ? tr("It needs an id.")
              : present_.contains(id_->text().trimmed()) ? tr("There is a component with this id already.")
                                                         : QString());
    for (const FieldDeclaration& field : shown_)
        if (const auto line = lines_.find(field.name); line != lines_.end())
            show(line->second, figureProblem(field, line->second->text()));
    for (const auto& [name, problem] : tableProblems_)
        good = good && problem.isEmpty();
    save_->setEnabled(good);
    save_->setToolTip(good ? QString() : tr("The name, the source or a required figure is missing or wrong."));
}

} // namespace headroom::widgets
