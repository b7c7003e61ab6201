#include "app/inspection.h"

namespace headroom::app {

namespace {

std::string namesOf(const Subject& subject)
{
    std::string names = subject.kind.toStdString() + '/' + subject.name.toStdString();
    for (const auto& field : subject.fields)
        names += '/' + field.name;
    return names;
}

} // namespace

Inspection::Inspection(widgets::DocumentModel& model, widgets::PropertyInspector& inspector, QObject* parent)
    : QObject(parent), model_(model), inspector_(inspector)
{
    inspector_.setCandidates([this](const project::FieldDeclaration& field) {
        return element_ && library_ ? candidatesFor(model_.project(), *library_, *element_, field)
                                    : QList<widgets::PropertyInspector::Candidate>();
    });
    inspector_.setPreview([this](const project::FieldDeclaration& field, const QString& expression) {
        return element_ && library_ ? previewOf(model_.project(), *library_, *element_, field, expression) : QString();
    });
    connect(&inspector_, &widgets::PropertyInspector::fieldEdited, this,
            [this](const QString& field, const project::Json& value) {
                if (element_)
                    model_.setField(*element_, field, value);
            });
    connect(&inspector_, &widgets::PropertyInspector::nameEdited, this, [this](const QString& name) {
        if (element_)
            model_.setField(*element_, "name", name.toStdString());
    });
    // Queued: an edit comes from an editor that a new form would delete.
    connect(&model_, &widgets::DocumentModel::changed, this, &Inspection::refresh, Qt::QueuedConnection);
    connect(&model_, &widgets::DocumentModel::structureChanged, this, &Inspection::refresh, Qt::QueuedConnection);
    connect(&model_, &widgets::DocumentModel::replaced, this, [this] { show(std::nullopt); });
}

void Inspection::show(const std::optional<widgets::ElementRef>& element)
{
    element_ = element;
    const auto subject = element ? subjectOf(model_.project(), *element) : std::nullopt;
    if (!subject) {
        element_.reset();
        fieldsShown_.clear();
        inspector_.clear();
        return;
    }
    fieldsShown_ = namesOf(*subject);
    inspector_.setSubject(subject->kind, subject->name, subject->nameEditable, subject->fields, subject->values);
}

void Inspection::refresh()
{
    if (!element_)
        return;
    const auto subject = subjectOf(model_.project(), *element_);
    if (!subject || namesOf(*subject) != fieldsShown_)
        show(element_);
    else
        inspector_.setValues(subject->values);
}

} // namespace headroom::app
