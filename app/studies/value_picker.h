// A dialog in which values of a parameter are ticked: components by their names, figures, prices and power, or words.
#pragma once

#include "project/document/parameter.h"
#include "project/library/components.h"
#include "widgets/controls/dialog.h"

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QTreeWidget;

namespace headroom::app {

class ValuePicker : public widgets::Dialog
{
    Q_OBJECT
public:
    ValuePicker(const project::Parameter& parameter, const project::ComponentLibrary& components,
                const project::Json& chosen, QWidget* parent);

    /// The ticked values in the order of the list.
    project::Json values() const;

    /// The values that a list offers for the parameter: components of its kinds, or its alternatives; none for numbers.
    static std::vector<project::Json> offered(const project::Parameter& parameter,
                                              const project::ComponentLibrary& components);
    /// "2 of 31: Exos X20 20TB, 6500 ION 30.72TB"
    static QString summary(const project::Parameter& parameter, const project::ComponentLibrary& components,
                           const project::Json& chosen);

private:
    void add(const project::Parameter& parameter, const project::ComponentLibrary& components,
             const project::Json& value, bool ticked);
    void filter(const QString& words);
    void count();

    QLineEdit* search_;
    QTreeWidget* list_;
    QLabel* stand_;
    QDialogButtonBox* buttons_;
    std::vector<project::Json> values_; ///< in the order of the list's rows
};

} // namespace headroom::app
