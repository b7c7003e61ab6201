// The definition of a study of the document as a form: its axes, its design and what it reports.
#pragma once

#include "app/studies/axis_row.h"
#include "widgets/document/model/document_model.h"

class QCheckBox;
class QPushButton;
class QVBoxLayout;

namespace headroom::app {

class FigureChoice;

/// Each edit is one undoable step of the document; setStudy() then shows what the document has become.
class StudyEditor : public QWidget
{
    Q_OBJECT
public:
    explicit StudyEditor(widgets::DocumentModel& model, QWidget* parent = nullptr);

    /// Parts are picked by their names from these.
    void setComponents(std::shared_ptr<const project::ComponentLibrary> components);
    /// Shows a study of the document; empty, or the id of none: nothing.
    void setStudy(const QString& id);
    /// Shows the planned runs, and one fault a line; see StudyPlan.
    void setPlan(const QString& plan, const QString& problem);

signals:
    /// The study has this id now.
    void renamed(const QString& id);

private:
    QWidget* makeFields();
    const project::Study* study() const;
    void refresh();
    void refreshAxes(const project::Study& study);
    void refreshFields(const project::Study& study);
    AxisRow* addRow();
    void rename();
    void addAxis();
    void removeAxis(std::size_t index);
    void setField(const char* field, const project::Json& value, const QString& what);
    void replace(const project::Study& study, const QString& what);

    widgets::DocumentModel& model_;
    std::shared_ptr<const project::ComponentLibrary> components_;
    QString id_;
    QWidget* form_;
    QVBoxLayout* axes_;
    std::vector<AxisRow*> rows_;
    QPushButton* addAxis_;
    QLineEdit *name_, *duration_, *constraints_;
    QComboBox* design_;
    QSpinBox *points_, *replications_;
    QWidget* pointsField_;
    QCheckBox* goals_;
    FigureChoice* figures_;
    QLabel *plan_, *problem_;
};

} // namespace headroom::app
