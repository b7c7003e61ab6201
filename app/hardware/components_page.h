// The components tab: connects the browser with the libraries, the user's own library and the document.
#pragma once

#include "app/document/document_files.h"
#include "widgets/components/component_browser.h"

#include <QTimer>

namespace headroom::app {

class ComponentsPage : public QWidget
{
    Q_OBJECT
public:
    ComponentsPage(widgets::DocumentModel& model, DocumentFiles& files, QWidget* parent = nullptr);

    widgets::ComponentBrowser& browser() { return *browser_; }

signals:
    void message(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void takeLibrary();
    void countUses();
    void save(const project::Component& component);
    void remove(const QString& id);
    void swap(const QString& from, const QString& to);

    widgets::DocumentModel& model_;
    DocumentFiles& files_;
    widgets::ComponentBrowser* browser_;
    DocumentFiles::Library library_; ///< the displayed library
    QTimer counting_;                ///< delays counting the uses until an edit is finished; only while the tab is
                                     ///< visible
};

} // namespace headroom::app
