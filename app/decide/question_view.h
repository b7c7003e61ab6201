// The first step of a decision: the load, what it has to meet with the verdicts of the displayed run, what counts as
// money, and how far the model was from measurements. Each place leads to its fields.
#pragma once

#include "app/document/document_files.h"
#include "app/runs/run_controller.h"
#include "widgets/document/model/document_model.h"
#include "widgets/document/model/element_ref.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QTableWidget;

namespace headroom::app {

class QuestionView : public QWidget
{
    Q_OBJECT
public:
    QuestionView(widgets::DocumentModel& model, DocumentFiles& files, RunController& runs, QWidget* parent = nullptr);

    /// The load in a sentence.
    QString load() const;
    /// "3 goals, 2 met"; "no goal yet".
    QString inShort() const;

signals:
    /// The fields of this element are to be shown.
    void elementWanted(const headroom::widgets::ElementRef& element);
    /// Another question is to be asked, in the form "Size a cluster".
    void sizeWanted();
    /// inShort() is another.
    void answerChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeGoals();
    void addGoal();
    void fill();
    void fillGoals();
    QString money() const;
    QString trust() const;

    widgets::DocumentModel& model_;
    DocumentFiles& files_;
    RunController& runs_;
    QTimer soon_; ///< ends shortly after the last change
    QLabel *title_, *load_, *none_, *money_, *trust_;
    QTableWidget* goals_;
};

} // namespace headroom::app
