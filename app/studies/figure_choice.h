// A button that opens a list of figures to tick: those that a study reports.
#pragma once

#include <QPushButton>
#include <QStringList>

class QLineEdit;
class QListWidget;

namespace headroom::app {

class FigureChoice : public QPushButton
{
    Q_OBJECT
public:
    explicit FigureChoice(QWidget* parent = nullptr);

    /// `offered` are listed, and `chosen` ticked, even if they are not offered.
    void setFigures(const QStringList& offered, const QStringList& chosen);

signals:
    /// The list has closed with other figures than before; empty: the usual ones.
    void chosen(const QStringList& figures);

private:
    QStringList ticked() const;
    void filter(const QString& word);

    QListWidget* list_;
    QLineEdit* filter_;
    QStringList shown_;
};

} // namespace headroom::app
