// The generic parameters of a project: what people swap to see what changes.
#pragma once

#include "project/components.h"
#include "project/document.h"

#include <QString>
#include <QWidget>

#include <map>
#include <string>

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace headroom::widgets {

class SearchableCombo;

/// Shows each parameter with an editor of its type. It never changes the document: it says what someone wants, and
/// shows what the document holds after refresh().
class ParameterPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ParameterPanel(QWidget* parent = nullptr);

    /// Both must live on until the next call; null empties the panel. The values at this moment count as the file's.
    void setProject(const project::Project* project, const project::ComponentLibrary* library);
    /// Shows the document's values again, after a change or an undo.
    void refresh();
    /// The present values count as the file's from now on: after saving.
    void markSaved();

    /// The editor of a parameter (for the keyboard focus and for tests); null if there is none.
    QWidget* editor(const QString& parameter) const;
    /// What is said to be wrong with the text typed for a parameter; empty if nothing.
    QString problem(const QString& parameter) const;

signals:
    void valueChanged(const QString& parameter, const headroom::project::Json& value);

private:
    struct Row
    {
        QLabel* name = nullptr;
        QWidget* editor = nullptr;
        QLabel* detail = nullptr; ///< key figures, or what is wrong
        project::Json fileValue;
        QString settled; ///< text of the value that was last shown or proposed
    };

    void rebuild();
    void addRow(const project::Parameter& parameter, QVBoxLayout* column);
    QWidget* makeEditor(const project::Parameter& parameter);
    QWidget* makeComponentEditor(const project::Parameter& parameter);
    QWidget* makeTextEditor(const project::Parameter& parameter);
    QWidget* makeChoiceEditor(const project::Parameter& parameter);
    void takeText(const std::string& parameter, QComboBox* editor);
    void showRow(const project::Parameter& parameter, Row& row);
    void showText(Row& row, QComboBox& editor, const QString& text);
    void showDetail(Row& row, const QString& text, bool faulty);
    void propose(const std::string& parameter, const project::Json& value);

    const project::Project* project_ = nullptr;
    const project::ComponentLibrary* library_ = nullptr;
    std::map<std::string, Row> rows_;
    QWidget* content_ = nullptr;
};

} // namespace headroom::widgets

Q_DECLARE_METATYPE(headroom::project::Json)
