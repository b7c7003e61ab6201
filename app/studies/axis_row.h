// The row of a parameter that a study varies: which one, and its values as ticked alternatives, a list or a range.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QStackedLayout;

namespace headroom::app {

/// The values of a list as they are typed: separated by commas, each as for --set.
QString listText(const project::Json& values);
/// The values that such a text means for the parameter.
project::Json listOf(const project::Parameter& parameter, const QString& text);

/// Shows an axis and reports the user's edits; it does not change the document.
class AxisRow : public QWidget
{
    Q_OBJECT
public:
    explicit AxisRow(QWidget* parent = nullptr);

    /// Where no panel shows what is ticked.
    void leaveOutTicked() { offersTicked_ = false; }
    /// Components are picked by their names from these, which have to live as long as the row is used.
    void setComponents(const project::ComponentLibrary* components) { components_ = components; }
    /// `taken`: parameters of the study's other axes, which are not offered.
    void show(const project::Project& project, const project::StudyAxis& axis, const QStringList& taken);
    using QWidget::show;

signals:
    void changed(const headroom::project::StudyAxis& axis);
    void removeWanted();

private:
    enum Kind
    {
        ticked,
        list,
        range
    };
    static constexpr int pickedPage = range + 1; ///< of a list of words, which are picked instead of typed
    void showValues(const project::Parameter* parameter);
    void chooseParameter();
    void chooseKind();
    void takeList();
    void takeRange();
    void pick();
    bool isPicked(const project::Parameter& parameter) const;
    QWidget* makeRange();

    const project::Project* project_ = nullptr; ///< valid until the document changes, which is followed by show()
    project::StudyAxis axis_;
    QComboBox *parameter_, *kind_, *scale_;
    QStackedLayout* values_;
    QPushButton* picked_;
    const project::ComponentLibrary* components_ = nullptr;
    bool offersTicked_ = true;
    QLabel* ticked_;
    QLineEdit *list_, *from_, *to_;
    QSpinBox* steps_;
};

} // namespace headroom::app
