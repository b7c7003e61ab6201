// The base of all dialogs: Tab goes through them in the order of the screen, also when rows come and go.
#pragma once

#include <QDialog>

namespace headroom::widgets {

/// Unless the dialog says otherwise, its first stop has the focus when it opens.
class Dialog : public QDialog
{
    Q_OBJECT
public:
    using QDialog::QDialog;

protected:
    bool focusNextPrevChild(bool next) override;
    void showEvent(QShowEvent* event) override;
};

} // namespace headroom::widgets
