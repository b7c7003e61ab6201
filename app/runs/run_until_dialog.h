// A dialog to choose when a run pauses: at a time, after a number of requests, or on a condition on a series.
#pragma once

#include "project/document/document.h"
#include "record/stream/series.h"
#include "record/stream/stream.h"
#include "widgets/controls/dialog.h"

#include <vector>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QRadioButton;
class QSpinBox;

namespace headroom::app {

class RunUntilDialog : public widgets::Dialog
{
    Q_OBJECT
public:
    /// `series`: the series that a condition may use.
    explicit RunUntilDialog(std::vector<record::SeriesInfo> series, QWidget* parent = nullptr);

    /// The command `until` of the stream.
    record::Command goal() const;

private:
    void nameEditors();
    void layOut();
    void connectEditors();
    void check();
    const record::SeriesInfo* chosen() const;

    std::vector<record::SeriesInfo> series_;
    QRadioButton *byTime_, *byRequests_, *byCondition_;
    QLineEdit *time_, *threshold_;
    QSpinBox* requests_;
    QComboBox *name_, *relation_;
    QLabel* problem_;
    QDialogButtonBox* buttons_;
};

/// The series that a run of the project may have, as far as the project says. Used for a condition before the first
/// run.
std::vector<record::SeriesInfo> seriesOfProject(const project::Project& project);

} // namespace headroom::app
