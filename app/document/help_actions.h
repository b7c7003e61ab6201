// The menu Help: the page of what has the focus or is selected, the keys, the project's own page.
#pragma once

#include <QObject>

class QMenu;
class QMenuBar;

namespace headroom::widgets {
class DocumentModel;
class InspectorController;
class PropertyInspector;
} // namespace headroom::widgets

namespace headroom::app {

class DocumentFiles;

/// F1 works in every dialog of the window as well: it opens the page of the dialog or of the view that it belongs to.
class HelpActions : public QObject
{
    Q_OBJECT
public:
    HelpActions(DocumentFiles& files, widgets::DocumentModel& model, widgets::InspectorController& inspection,
                widgets::PropertyInspector& inspector, QWidget& window);

    void fillMenu(QMenu& menu, QMenuBar& all);

signals:
    /// The tour "Draw your first system" is wanted.
    void tourWanted();

protected:
    /// F1 in a dialog, to which the keys of the window do not reach.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showPage();
    void showKeys(QMenuBar& all);

    DocumentFiles& files_;
    widgets::DocumentModel& model_;
    widgets::InspectorController& inspection_;
    widgets::PropertyInspector& inspector_;
    QWidget& window_;
};

} // namespace headroom::app
