// The parameters of a system that "Size a cluster" neither chooses nor takes from the load.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <QWidget>

#include <set>
#include <string>
#include <utility>
#include <vector>

class QFormLayout;
class QLabel;

namespace headroom::app {

class GivenForm : public QWidget
{
    Q_OBJECT
public:
    explicit GivenForm(QWidget* parent = nullptr);

    /// Parameters with a field, but for those left out. What was typed before is kept.
    void show(const project::Project& system, const std::set<std::string>& leftOut);
    using QWidget::show;
    void clear();
    std::vector<std::pair<std::string, std::string>> values() const;
    int count() const { return static_cast<int>(rows_.size()); }
    /// Marks the faulty values. Returns what is wrong with the first one; empty if all are valid.
    std::string showFaults(const project::ComponentLibrary& components);

signals:
    void changed();

private:
    struct Row
    {
        project::Parameter parameter;
        QWidget* editor;
        QLabel* fault;
    };

    QFormLayout* form_;
    std::vector<Row> rows_;
};

} // namespace headroom::app
