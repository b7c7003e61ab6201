// The result of an expression at the end of the line in which it is typed.
#pragma once

#include <QLabel>

class QLineEdit;

namespace headroom::widgets {

/// The typed text comes first: the result takes the room that it leaves. It is elided there, and left out where too
/// little of it would be read.
class ResultLabel : public QLabel
{
    Q_OBJECT
public:
    /// Becomes a child of the line.
    explicit ResultLabel(QLineEdit& line);

    /// Shows "= result"; empty: nothing.
    void setResult(const QString& result);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();

    QLineEdit& line_;
    QString result_;
};

} // namespace headroom::widgets
