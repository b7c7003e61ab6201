#include "widgets/parameters/inspector/inspector_controller.h"

#include "project/editing/goal_names.h"
#include "project/goals/goal_limits.h"
#include "project/resolve/known_names.h"
#include "widgets/document/edits/call_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/field_parameter.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/document/lookup/called_arguments.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/document/lookup/inspected_element.h"
#include "widgets/document/lookup/new_element.h"
#include "widgets/document/lookup/place_at.h"
#include "widgets/document/model/edit_step.h"
#include "widgets/document/model/field_walk.h"

#include <QKeySequence>

#include <algorithm>

namespace headroom::widgets {

namespace {

QList<Completion> completionsOf(const std::vector<project::KnownName>& names)
{
    QList<Completion> completions;
    for (const project::KnownName& each : names)
        completions.append({QString::fromStdString(each.name), QString::fromStdString(each.written),
                            QString::fromStdString(each.meaning)});
    return completions;
}

std::string namesOf(const InspectedElement& subject)
{
    std::string names = subject.kind.toStdString() + '/' + subject.name.toStdString();
    for (const auto& field : subject.fields) {
        names += '/' + field.name;
        for (const auto& choice : field.choices)
            names += ',' + choice;
    }
    return names;
}

/// The element to which a field of the form belongs; of several elements, the first.
ElementRef holderOf(const project::Project& project, const QList<ElementRef>& elements,
                    const project::FieldDeclaration& field)
{
    return ownerOf(project, elements.front(), QString::fromStdString(field.name));
}

/// The name that a goal gets with these edits, if its fields name it and they change it; else empty. While a figure is
/// being typed it is none of the project, and the goal keeps its name.
QString followingName(const project::Project& project, const QList<ElementRef>& elements,
                      const std::vector<FieldEdit>& edits)
{
    if (elements.size() != 1 || elements.front().kind != ElementKind::goal)
        return {};
    const std::string id = elements.front().ids.back().toStdString();
    const auto goal = std::ranges::find(project.goals, id, &project::Goal::id);
    if (goal == project.goals.end() || !project::isNamedByItsFields(*goal))
        return {};
    project::Goal edited = *goal;
    for (const FieldEdit& edit : edits)
        edited.fields[edit.field.toStdString()] = edit.value;
    const project::Json& metric = edited.fields["metric"];
    const bool isFigure = metric.is_string() && project::unitOfMetric(project, metric.get<std::string>());
    if (!isFigure || project::isNamedByItsFields(edited))
        return {};
    return QString::fromStdString(project::nameOfGoal(edited, project::idsOf(project.goals)));
}

} // namespace

InspectorController::InspectorController(DocumentModel& model, PropertyInspector& inspector, QObject* parent)
    : QObject(parent), model_(model), inspector_(inspector)
{
    inspector_.setCandidates([this](const project::FieldDeclaration& field) {
        return !elements_.isEmpty() && library_
                   ? candidatesFor(model_.project(), *library_, holderOf(model_.project(), elements_, field), field)
                   : QList<Candidate>();
    });
    inspector_.setPreview([this](const project::FieldDeclaration& field, const QString& expression) {
        return !elements_.isEmpty() && library_
                   ? previewOf(model_.project(), *library_, holderOf(model_.project(), elements_, field), field,
                               expression)
                   : QString();
    });
    inspector_.setKnown([this](const project::FieldDeclaration& field) {
        if (elements_.isEmpty() || !library_)
            return Completions();
        const ElementRef owner = holderOf(model_.project(), elements_, field);
        const auto known = project::knownNames(model_.project(), *library_, owner.kind, idsOf(owner), field);
        return Completions{completionsOf(known.names), completionsOf(known.roles)};
    });
    inspector_.setDeclared([this](const project::FieldDeclaration& field) {
        return elements_.size() == 1 ? declaredNames(model_.project(), elements_.front(), field)
                                     : QList<DeclaredName>();
    });
    inspector_.setActions([this](const project::FieldDeclaration& field) { return actionsOf(field); });
    connect(&inspector_, &PropertyInspector::fieldEdited, this, &InspectorController::edit);
    connect(&inspector_, &PropertyInspector::typingAbandoned, this,
            [this](const QString& field, const project::Json& before, int typing) {
                if (!undoTyping(model_, typing))
                    edit(field, before, typing);
            });
    connect(&inspector_, &PropertyInspector::nameEdited, this, &InspectorController::rename);
    // Queued: the edit is emitted by an editor that a new form would delete.
    connect(&model_, &DocumentModel::changed, this, &InspectorController::refresh, Qt::QueuedConnection);
    connect(&model_, &DocumentModel::structureChanged, this, &InspectorController::refresh, Qt::QueuedConnection);
    connect(&model_, &DocumentModel::replaced, this, [this] { showAll({}); });
}

std::optional<ElementRef> InspectorController::element() const
{
    return elements_.size() == 1 ? std::optional(elements_.front()) : std::nullopt;
}

void InspectorController::show(const std::optional<ElementRef>& element)
{
    showAll(element ? QList{*element} : QList<ElementRef>());
}

void InspectorController::showAll(const QList<ElementRef>& elements)
{
    elements_ = elements;
    const auto subject = inspectedTogether(model_.project(), elements_);
    if (!subject) {
        elements_.clear();
        fieldsShown_.clear();
        inspector_.clear();
        return;
    }
    fieldsShown_ = namesOf(*subject);
    inspector_.setSubject(subject->kind, subject->name, subject->nameEditable, subject->fields, subject->values,
                          subject->mixed);
    showProblems();
}

void InspectorController::refresh()
{
    if (elements_.isEmpty())
        return;
    const auto subject = inspectedTogether(model_.project(), elements_);
    if (!subject || namesOf(*subject) != fieldsShown_)
        showAll(elements_);
    else
        inspector_.setValues(subject->values, subject->mixed);
}

void InspectorController::setFindings(const project::Findings& findings)
{
    findings_ = findings;
    showProblems();
}

void InspectorController::showProblems()
{
    std::map<std::string, PropertyInspector::Problem> problems;
    for (const auto& finding : findings_) {
        const auto place = placeAt(model_.project(), QString::fromStdString(finding.pointer));
        if (!place || place->field.isEmpty())
            continue;
        const bool shown = std::any_of(elements_.begin(), elements_.end(), [&](const ElementRef& element) {
            return ownerOf(model_.project(), element, place->field) == place->element || element == place->element;
        });
        if (!shown)
            continue;
        using Kind = PropertyInspector::Problem::Kind;
        const Kind kind = finding.key == "field.missing"                 ? Kind::missing
                          : finding.severity != project::Severity::error ? Kind::warning
                                                                         : Kind::fault;
        const auto [problem, first] = problems.try_emplace(place->field.toStdString());
        // A missing value has no other problem.
        const std::string text = kind == Kind::missing ? finding.remedy : finding.problem + ' ' + finding.remedy;
        if (first || (problem->second.kind == Kind::warning && kind == Kind::fault))
            problem->second = {QString::fromStdString(text), kind};
    }
    inspector_.setProblems(problems);
}

void InspectorController::edit(const QString& field, const project::Json& value, int typing)
{
    if (value.is_string() && value.get<std::string>().starts_with(newElement)) {
        askForNew(field, QString::fromStdString(value.get<std::string>()).trimmed());
        return;
    }
    std::vector<FieldEdit> edits;
    for (const ElementRef& element : elements_) {
        const ElementRef owner = ownerOf(model_.project(), element, field);
        const FieldEdit edit = {owner, field, storedValue(model_.project(), owner, field, value)};
        if (library_)
            for (FieldEdit& each : withConsequences(model_.project(), *library_, edit))
                edits.push_back(std::move(each));
        else
            edits.push_back(edit);
    }
    const QString name = fieldLabel(model_.project(), elements_.front(), field);
    const QString last = elements_.size() == 1 ? edits.front().element.ids.value(edits.front().element.ids.size() - 1)
                                               : tr("%1 elements").arg(elements_.size());
    const QString text = last.isEmpty() ? tr("Set %1").arg(name) : tr("Set %1 of %2").arg(name, last);
    const QString followed = followingName(model_.project(), elements_, edits);
    if (followed.isEmpty()) {
        setFields(model_, text, edits, typing);
        return;
    }
    const EditStep step(model_, text);
    setFields(model_, text, edits);
    take(followed);
}

/// Adds an element and names it in the field. Without a name, it gets one.
void InspectorController::askForNew(const QString& field, const QString& name)
{
    const auto subject = inspectedElement(model_.project(), elements_.front());
    const auto* declared = subject ? project::findField(subject->fields, field.toStdString()) : nullptr;
    if (!declared ||
        newElementTitle(model_.project(), holderOf(model_.project(), elements_, *declared), *declared).isEmpty())
        return;
    QList<ElementRef> owners;
    for (const ElementRef& element : elements_)
        owners.append(ownerOf(model_.project(), element, field));
    nameNewElement(model_, owners, *declared, name);
}

/// Offers to make the field a generic parameter, or to show the one that it names.
QList<FieldAction> InspectorController::actionsOf(const project::FieldDeclaration& field)
{
    if (elements_.isEmpty() || !mayBeParameter(holderOf(model_.project(), elements_, field), field))
        return {};
    const auto subject = inspectedTogether(model_.project(), elements_);
    const QString named =
        subject ? parameterNamedBy(model_.project(), field, subject->values.value(field.name, project::Json()))
                : QString();
    return {{named.isEmpty() ? tr("Make a generic parameter") : tr("Show generic parameter %1").arg(named),
             QKeySequence(makeParameterKey).toString(QKeySequence::NativeText), [this, field] { parameterOf(field); }}};
}

void InspectorController::makeParameterOfFocused()
{
    const QString name = inspector_.focusedField();
    const auto subject = inspectedTogether(model_.project(), elements_);
    const auto* field = subject ? project::findField(subject->fields, name.toStdString()) : nullptr;
    if (!field)
        emit refused(tr("Put the cursor into a field of the properties first."));
    else if (!mayBeParameter(holderOf(model_.project(), elements_, *field), *field))
        emit refused(tr("This field cannot name a generic parameter."));
    else
        parameterOf(*field);
}

void InspectorController::parameterOf(const project::FieldDeclaration& field)
{
    inspector_.finishTyping();
    const auto subject = inspectedTogether(model_.project(), elements_);
    if (!subject || !library_)
        return;
    const project::Json value = subject->values.value(field.name, project::Json());
    if (const QString named = parameterNamedBy(model_.project(), field, value); !named.isEmpty()) {
        emit parameterWanted(named);
        return;
    }
    if (subject->mixed.contains(field.name)) {
        emit refused(tr("The selected elements have several values here. Give them one value first."));
        return;
    }
    QList<ElementRef> owners;
    for (const ElementRef& element : elements_)
        owners.append(ownerOf(model_.project(), element, QString::fromStdString(field.name)));
    const MadeParameter made = makeParameter(model_, *library_, owners, field, value);
    if (made.name.isEmpty())
        emit refused(made.why);
    else
        emit parameterMade(made.name);
}

void InspectorController::rename(const QString& name)
{
    const auto shown = element();
    if (!shown)
        return;
    if (renamingOf(shown->kind) != project::Renaming::id) {
        setField(model_, *shown, "name", name.toStdString());
        return;
    }
    const QString why = renameRefusal(model_.project(), *shown, name);
    if (!why.isEmpty()) {
        emit refused(why);
        fieldsShown_.clear(); // shows the old name again
        refresh();
    } else {
        take(name);
    }
}

/// Gives the element another name, by which it is inspected from now on.
void InspectorController::take(const QString& name)
{
    if (!renameElement(model_, elements_.front(), name))
        return;
    elements_.front().ids.back() = name;
    const ElementRef now = elements_.front();
    emit renamed(now);
}

} // namespace headroom::widgets
